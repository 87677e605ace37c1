import type { Sort } from '@second-ring/contracts/search/search-listings'
import { ChevronDown } from 'lucide-react'

/** The orders of a search, in words. */
export const sortLabels: Record<Sort, string> = {
  relevance: 'Best match',
  newest: 'Newest first',
  'price-up': 'Price: low to high',
  'price-down': 'Price: high to low',
}

interface SortFieldProps {
  sort: Sort
  /** Without words every phone matches alike: newest first is the best there is. */
  hasWords: boolean
  onSort: (sort: Sort) => void
}

/** In which order phones are shown. */
export function SortField({ sort, hasWords, onSort }: SortFieldProps) {
  const offered = (Object.keys(sortLabels) as Sort[]).filter(value => hasWords || value !== 'relevance')
  return (
    <span className="relative inline-flex min-w-0">
      <select
        aria-label="Sort by"
        value={!hasWords && sort === 'relevance' ? 'newest' : sort}
        onChange={event => onSort(offered.find(value => value === event.target.value) ?? 'relevance')}
        className="min-h-11 w-full min-w-0 appearance-none rounded-full border border-outline/60 bg-surface pr-10 pl-4 font-semibold hover:border-accent"
      >
        {offered.map(value => (
          <option key={value} value={value}>
            {sortLabels[value]}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-4.5 text-muted"
      />
    </span>
  )
}
