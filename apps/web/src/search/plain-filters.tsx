import type { Category } from '@second-ring/contracts/catalog/category'
import { conditions } from '@second-ring/contracts/listings/listing'
import type { ReactNode } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { controlClass } from '#ui/text-field.tsx'
import { conditionNames, describeYearsAtMost } from './active-filters.ts'
import { YEARS_OFFERED } from './filter-panel.tsx'
import { addressOf, type Search } from './search-url.ts'
import { sortLabels } from './sort-field.tsx'

interface PlainFiltersProps {
  search: Search
  categories: readonly Category[] | undefined
}

/** The filters as a form of its own, for who browses without script. */
export default function PlainFilters({ search, categories = [] }: PlainFiltersProps) {
  const chosen = addressOf(search)
  return (
    <form action="/search" className="mb-8 grid gap-4">
      <Field label="Words">
        <input name="q" defaultValue={chosen.q} maxLength={100} className={controlClass} />
      </Field>
      <Choice label="Category" name="category" chosen={chosen.category} any="All categories">
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Field label="Lowest price in dollars">
        <input name="min" inputMode="decimal" defaultValue={chosen.min} className={controlClass} />
      </Field>
      <Field label="Highest price in dollars">
        <input name="max" inputMode="decimal" defaultValue={chosen.max} className={controlClass} />
      </Field>
      <Choice label="Condition" name="condition" chosen={chosen.condition} any="Any">
        {conditions.map(condition => (
          <option key={condition} value={condition.toLowerCase()}>
            {conditionNames[condition]}
          </option>
        ))}
      </Choice>
      <Choice label="Years used" name="maxYears" chosen={chosen.maxYears} any="Any">
        {YEARS_OFFERED.map(years => (
          <option key={years} value={years}>
            {describeYearsAtMost(years)}
          </option>
        ))}
      </Choice>
      <Field label="Place">
        <input name="location" defaultValue={chosen.location} maxLength={100} className={controlClass} />
      </Field>
      <Choice label="Sort by" name="sort" chosen={chosen.sort} any={sortLabels.relevance}>
        {Object.entries(sortLabels).map(
          ([sort, label]) =>
            sort !== 'relevance' && (
              <option key={sort} value={sort}>
                {label}
              </option>
            ),
        )}
      </Choice>
      <label className="flex min-h-11 items-center gap-2">
        <input type="checkbox" name="verified" value="true" defaultChecked={search.filters.verifiedOnly} />
        Verified sellers only
      </label>
      <button type="submit" className={buttonClass()}>
        Search
      </button>
    </form>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child
    <label className="grid gap-1 text-sm font-semibold">
      {label}
      {children}
    </label>
  )
}

interface ChoiceProps {
  label: string
  name: string
  chosen: string | number | undefined
  /** What it says when nothing is chosen. */
  any: string
  children: ReactNode
}

function Choice({ label, name, chosen = '', any, children }: ChoiceProps) {
  return (
    <Field label={label}>
      <select name={name} defaultValue={chosen} className={controlClass}>
        <option value="">{any}</option>
        {children}
      </select>
    </Field>
  )
}
