import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, startTransition, useOptimistic } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { startAfter } from '#ui/later-pages.ts'
import { firstPageClass, LaterPageNotice, nextPageClass } from '#ui/next-page.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { readLaterPage } from '#ui/read-later-page.ts'
import { useWideScreen } from '#ui/use-wide-screen.ts'
import { activeFilters } from './active-filters.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { FoundCount } from './found-count.tsx'
import { SaveSearch } from './save-search.tsx'
import { SearchResults } from './search-results.tsx'
import {
  addressOf,
  everything,
  facetsQuery,
  foundQuery,
  readSearch,
  type Search,
  type SearchUrl,
} from './search-url.ts'
import { SortField } from './sort-field.tsx'

// What stands in a noscript no browser renders by script: its code is the server's alone.
const PlainFilters = lazy(() => import('./plain-filters.tsx'))

/** A search: its words, what narrows it, and what it finds. All of it is in the address. */
export default function SearchPage({ address }: { address: SearchUrl }) {
  const search = readSearch(address)
  const { after } = readLaterPage(address)
  const isWide = useWideScreen()
  const navigate = useNavigate()
  // What was chosen stays chosen while its search is on its way, and is what the next choice adds to.
  const [chosen, choose] = useOptimistic(search)
  const go = (changes: Partial<Search>) =>
    startTransition(async () => {
      const next = { ...chosen, ...changes }
      choose(next)
      await navigate({ to: '/search', search: addressOf(next) })
    })
  const narrow = (filters: Search['filters']) => go({ filters })

  const trpc = useTRPC()
  const categories = useQuery(trpc.catalog.categories.queryOptions()).data
  const query = useInfiniteQuery({
    ...startAfter(foundQuery(trpc, search), after),
    // What was found before stays while the next search is on its way.
    placeholderData: keepPreviousData,
  })
  const nextCursor = query.data?.pages.at(-1)?.nextCursor
  const correctedTo = query.isPlaceholderData ? null : (query.data?.pages[0]?.correctedTo ?? null)
  const { filters } = search
  // What is saved is what was found.
  const meant = correctedTo === null ? filters : { ...filters, text: correctedTo }
  const facets = useQuery({ ...facetsQuery(trpc, search), placeholderData: keepPreviousData })

  const category = categories?.find(({ id }) => id === filters.categoryId)
  const active = activeFilters(filters, category?.name)
  const clear = () => narrow({ ...everything, text: filters.text })
  const panel = {
    filters: chosen.filters,
    facets: facets.data,
    isCounting: facets.isPending,
    onChange: narrow,
    onRecount: facets.isError ? () => void facets.refetch() : undefined,
    isRecounting: facets.isFetching,
  }
  return (
    <div className="mx-auto max-w-7xl px-4 py-8 sm:px-6 sm:py-10">
      <PageTitle className="wrap-anywhere">{filters.text ? `Results for “${filters.text}”` : 'Search'}</PageTitle>
      <Correction search={search} correctedTo={correctedTo} />
      <div className="mt-5 grid items-start gap-x-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
        {isWide !== false && (
          <section
            aria-label="Filters"
            className="max-lg:hidden noscript:!block noscript:!static noscript:!max-h-none sticky top-20 -m-2 max-h-[calc(100dvh-6rem)] overflow-y-auto overscroll-contain p-2 pr-4"
          >
            <noscript>
              <PlainFilters search={search} categories={categories} />
            </noscript>
            <div className="noscript:hidden">
              <FilterPanel {...panel} />
            </div>
          </section>
        )}
        <section aria-label="Phones found" className="grid min-w-0 grid-cols-1 gap-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <FoundCount query={query} facets={facets} />
            <div className="flex flex-wrap gap-x-3 gap-y-2 max-sm:contents noscript:!hidden">
              <SaveSearch filters={meant} />
              <div className="flex gap-x-3 max-sm:w-full max-sm:gap-x-2 max-sm:*:grow">
                {!isWide && <FilterSheet {...panel} activeCount={active.length} />}
                <SortField sort={search.sort} hasWords={filters.text !== ''} onSort={sort => go({ sort })} />
              </div>
            </div>
          </div>
          {after !== undefined && (
            <LaterPageNotice>
              <Link to="/search" search={addressOf(search)} activeOptions={{ exact: true }} className={firstPageClass}>
                Back to the first one
              </Link>
            </LaterPageNotice>
          )}
          <FilterChips active={active} onChange={narrow} onClear={clear} />
          <SearchResults
            // What someone else was faster to book keeps its place in this search only.
            key={JSON.stringify(search)}
            query={query}
            nextPage={
              nextCursor && (
                <Link
                  to="/search"
                  search={{ ...addressOf(search), after: nextCursor }}
                  rel="next"
                  className={nextPageClass}
                >
                  Next page
                </Link>
              )
            }
            text={filters.text}
            active={active}
            onChange={narrow}
            onClear={clear}
            onWithoutWords={() => narrow({ ...filters, text: '' })}
          />
        </section>
      </div>
    </div>
  )
}

/** Says what was searched for instead, and offers what was typed. */
function Correction({ search, correctedTo }: { search: Search; correctedTo: string | null }) {
  const { text } = search.filters
  return (
    <div role="status" className="not-empty:mt-2">
      {correctedTo !== null && (
        <p className="text-lg text-muted">
          Showing results for <strong className="font-semibold text-ink">{correctedTo}</strong> instead of{' '}
          <Link
            to="/search"
            search={addressOf({ ...search, exact: true })}
            aria-label={`Search for ${text}`}
            className="font-semibold text-accent-ink underline underline-offset-3"
          >
            {text}
          </Link>
        </p>
      )}
    </div>
  )
}
