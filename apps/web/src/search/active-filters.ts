import { attributes, formatAttribute } from '@second-ring/contracts/listings/attributes'
import type { Condition } from '@second-ring/contracts/listings/listing'
import { formatCents } from '@second-ring/contracts/money'
import { rangesOf, withRange } from '@second-ring/contracts/search/attribute-ranges'
import type { SearchFilters } from '@second-ring/contracts/search/filters'

/** A filter of a search, in words, and the search without it. */
export interface ActiveFilter {
  key: string
  label: string
  without: SearchFilters
}

export const conditionNames: Record<Condition, string> = { EXCELLENT: 'Excellent', GOOD: 'Good', FAIR: 'Fair' }

/** The filters that narrow a search, beside its words. */
export function activeFilters(filters: SearchFilters, categoryName: string | undefined): ActiveFilter[] {
  const { categoryId, conditions, location, verifiedOnly } = filters
  const active: ActiveFilter[] = []
  if (categoryId !== undefined) {
    const { categoryId: _, ...without } = filters
    active.push({ key: 'category', label: categoryName ?? 'One category', without })
  }
  for (const condition of conditions) {
    const without = { ...filters, conditions: conditions.filter(other => other !== condition) }
    active.push({ key: condition, label: conditionNames[condition], without })
  }
  const price = describeRange(filters.minPriceCents, filters.maxPriceCents, formatCents)
  if (price) {
    const { minPriceCents: _min, maxPriceCents: _max, ...without } = filters
    active.push({ key: 'price', label: price, without })
  }
  const years = describeYears(filters.minYearsUsed, filters.maxYearsUsed)
  if (years) {
    const { minYearsUsed: _min, maxYearsUsed: _max, ...without } = filters
    active.push({ key: 'years', label: years, without })
  }
  for (const { name, min, max } of rangesOf(filters)) {
    const range = describeRange(min, max, value => formatAttribute(attributes[name], value))
    const label = `${attributes[name].label}: ${range}`
    active.push({ key: name, label, without: withRange(filters, name) })
  }
  if (location) active.push({ key: 'location', label: `In ${location}`, without: { ...filters, location: '' } })
  if (verifiedOnly) {
    active.push({ key: 'verified', label: 'Verified sellers', without: { ...filters, verifiedOnly: false } })
  }
  return active
}

/** How long phones were used at the most, as it is offered: `0` is under a year. */
export function describeYearsAtMost(years: number): string {
  if (years === 0) return 'Under a year'
  return years === 1 ? 'Up to 1 year' : `Up to ${years} years`
}

function describeYears(from: number | undefined, to: number | undefined): string | undefined {
  if (from === undefined && to !== undefined) return `${describeYearsAtMost(to)} used`
  const range = describeRange(from, to, String)
  return range && `${range} years used`
}

function describeRange(from: number | undefined, to: number | undefined, format: (value: number) => string) {
  if (from !== undefined && to !== undefined) return from === to ? format(from) : `${format(from)}–${format(to)}`
  if (from !== undefined) return `From ${format(from)}`
  return to === undefined ? undefined : `Up to ${format(to)}`
}
