import type { SavedSearch } from '@second-ring/contracts/search/saved-search'
import { Link } from '@tanstack/react-router'
import { BellOff, BellRing } from 'lucide-react'
import { Button, buttonClass } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { activeFilters } from './active-filters.ts'
import { addressOf } from './search-url.ts'

interface SavedSearchesProps {
  searches: readonly SavedSearch[]
  /** The names of categories, by their ids. */
  categories: ReadonlyMap<string, string>
  onForget: (search: SavedSearch) => void
  onMute: (search: SavedSearch, muted: boolean) => void
  /** Whose notifications are just being turned on or off. */
  mutingId?: string | undefined
}

/** The searches that one is notified of: each can be opened, muted and forgotten. */
export function SavedSearches({ searches, categories, onForget, onMute, mutingId }: SavedSearchesProps) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul {...focusProps} className="grid grid-cols-1 gap-3">
      {searches.map(search => {
        const { title, narrowing } = describeSearch(search, categories)
        return (
          <li
            key={search.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-card"
          >
            <span
              aria-hidden="true"
              className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink max-xs:hidden"
            >
              {search.muted ? <BellOff className="size-5" /> : <BellRing className="size-5" />}
            </span>
            <div className="min-w-0 flex-1 basis-52">
              <h2
                tabIndex={-1}
                className="rounded-sm font-semibold tracking-normal wrap-anywhere focus-visible:outline-2 focus-visible:outline-accent"
              >
                {title}
              </h2>
              <p className="text-sm text-muted wrap-anywhere">
                {narrowing && `${narrowing} · `}Saved <Moment at={search.savedAt} />
                {search.muted && ' · Muted'}
              </p>
            </div>
            <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
              <Link
                to="/search"
                search={addressOf({ filters: search.filters, sort: 'newest' })}
                className={buttonClass({ variant: 'secondary', size: 'small' })}
              >
                Open
                <span className="sr-only"> {title}</span>
              </Link>
              <Button
                variant="secondary"
                size="small"
                busy={mutingId === search.id}
                onClick={() => onMute(search, !search.muted)}
              >
                {search.muted ? 'Unmute' : 'Mute'}
                <span className="sr-only"> {title}</span>
              </Button>
              <Button variant="danger" size="small" onClick={() => onForget(search)}>
                Forget
                <span className="sr-only"> {title}</span>
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** A saved search in words: what it looks for, and what narrows it. */
export function describeSearch({ filters }: Pick<SavedSearch, 'filters'>, categories: ReadonlyMap<string, string>) {
  const labels = activeFilters(filters, categories.get(filters.categoryId ?? '')).map(({ label }) => label)
  if (filters.text) return { title: `“${filters.text}”`, narrowing: labels.join(' · ') }
  return { title: labels[0] ?? 'Any phone', narrowing: labels.slice(1).join(' · ') }
}
