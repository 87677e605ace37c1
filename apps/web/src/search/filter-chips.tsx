import type { SearchFilters } from '@second-ring/contracts/search/filters'
import { X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { focusPageTitle } from '#ui/page-title.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import type { ActiveFilter } from './active-filters.ts'

interface FilterChipsProps {
  active: readonly ActiveFilter[]
  onChange: (filters: SearchFilters) => void
  onClear: () => void
}

/** The filters that a search has, each to be taken away. */
export function FilterChips({ active, onChange, onClear }: FilterChipsProps) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  if (active.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul {...focusProps} aria-label="Filters" className="contents">
        {active.map(({ key, label, without }) => (
          <li key={key} className="flex max-w-full min-w-0">
            <span
              tabIndex={-1}
              className="flex min-h-9 min-w-0 items-center rounded-full bg-accent-soft pl-3.5 text-sm font-medium text-accent-ink"
            >
              <span className="truncate">{label}</span>
              <button
                type="button"
                aria-label={`Remove the filter ${label}`}
                onClick={() => onChange(without)}
                className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-accent hover:text-on-accent max-md:size-11"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </span>
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        size="small"
        onClick={() => {
          // The button goes with the last filter.
          focusPageTitle()
          onClear()
        }}
      >
        Clear all
      </Button>
    </div>
  )
}
