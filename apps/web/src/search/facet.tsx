import type { SearchFacets } from '@second-ring/contracts/search/facets'
import type { SearchFilters } from '@second-ring/contracts/search/filters'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

export interface FilterProps {
  filters: SearchFilters
  /** Undefined until they are counted. */
  facets: SearchFacets | undefined
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

interface FacetChoiceProps {
  kind: 'radio' | 'checkbox'
  name: string
  label: string
  /** How many phones it has; undefined until they are counted. */
  count?: number | undefined
  /** Whether there may be more of them than were counted. */
  capped?: boolean | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A value that can be chosen, with how many phones it has. One that has none can still be read, and taken back. */
export function FacetChoice({ kind, name, label, count, capped = false, checked, onChange }: FacetChoiceProps) {
  const isNone = count === 0 && !checked
  return (
    <label
      className={classNames(
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
      {count !== undefined && (
        <span className="text-xs text-muted tabular-nums">
          {count.toLocaleString('en')}
          {capped && count > 0 && '+'}
          <span className="sr-only"> {count === 1 && !capped ? 'phone' : 'phones'}</span>
        </span>
      )}
    </label>
  )
}
