import type { SearchFacets } from '@second-ring/contracts/search/facets'
import type { SearchFilters } from '@second-ring/contracts/search/filters'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

export interface FilterProps {
  filters: SearchFilters
  /** Undefined until they are counted. */
  facets: SearchFacets | undefined
  /** Whether they are being counted for the first time. */
  isCounting: boolean
  onChange: (filters: SearchFilters) => void
}

/** One of the things that a search can be narrowed by. */
export function Facet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}

/** In the place of values that are not known before they are counted. */
export function FacetLines({ lines }: { lines: number }) {
  return Array.from({ length: lines }, (_, line) => line).map(line => (
    <div key={line} className="flex min-h-11 items-center justify-between lg:min-h-8">
      <Skeleton className="h-3.5 w-28" />
      <Skeleton className="h-3 w-6" />
    </div>
  ))
}

/** A value's number, or that it is on its way. */
export function countFrom(
  { facets, isCounting }: Pick<FilterProps, 'facets' | 'isCounting'>,
  count: (facets: SearchFacets) => number,
): number | 'counting' | undefined {
  return facets ? count(facets) : isCounting ? 'counting' : undefined
}

interface FacetChoiceProps {
  kind: 'radio' | 'checkbox'
  name: string
  label: string
  /** How many phones it has; undefined where it is not counted. */
  count?: number | 'counting' | undefined
  /** Whether there may be more of them than were counted. */
  capped?: boolean | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A value that can be chosen, with how many phones it has. One that has none can still be read, and taken back. */
export function FacetChoice({ kind, name, label, count, capped = false, checked, onChange }: FacetChoiceProps) {
  const isNone = count === 0 && !capped && !checked
  // Of one that none of those that were counted have, there may be others.
  const isKnown = typeof count === 'number' && (count > 0 || !capped)
  return (
    <label
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg px-2 -mx-2 hover:bg-sunken lg:min-h-8',
        isNone && 'text-muted',
      )}
    >
      <input
        type={kind}
        name={name}
        checked={checked}
        onChange={event => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 flex-1 text-sm wrap-anywhere">{label}</span>
      {count === 'counting' && <Skeleton className="h-3 w-6" />}
      {isKnown && (
        <span className="text-xs text-muted tabular-nums">
          {count.toLocaleString('en')}
          {capped && '+'}
          <span className="sr-only"> {count === 1 && !capped ? 'phone' : 'phones'}</span>
        </span>
      )}
    </label>
  )
}
