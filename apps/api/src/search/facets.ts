import type { AttributeName, Attributes } from '@second-ring/contracts/listings/attributes'
import type { Condition } from '@second-ring/contracts/listings/listing'
import { rangesOf, withRange } from '@second-ring/contracts/search/attribute-ranges'
import type { SearchFilters } from '@second-ring/contracts/search/filters'

/** What is counted of a listing. */
export interface Values extends Partial<Attributes> {
  category: string
  condition: Condition
  cents: number
  years: number
  location: string
  /** Whether the location holds the words of the search's; null where it has none. */
  isLocated: boolean | null
  isVerified: boolean
}

/** A filter whose values are counted among what matches all other filters. */
export interface Facet {
  isChosen: (filters: SearchFilters) => boolean
  passes: (values: Values, filters: SearchFilters) => boolean
  /** The same search without this filter. */
  without: (filters: SearchFilters) => SearchFilters
}

export const facets = {
  category: {
    isChosen: ({ categoryId }) => categoryId !== undefined,
    passes: ({ category }, { categoryId = category }) => category === categoryId,
    without: ({ categoryId: _, ...others }) => others,
  },
  condition: {
    isChosen: ({ conditions }) => conditions.length > 0,
    passes: ({ condition }, { conditions }) => conditions.length === 0 || conditions.includes(condition),
    without: filters => ({ ...filters, conditions: [] }),
  },
  price: {
    isChosen: ({ minPriceCents, maxPriceCents }) => (minPriceCents ?? maxPriceCents) !== undefined,
    passes: ({ cents }, { minPriceCents: min, maxPriceCents: max }) => isBetween(cents, { min, max }),
    without: ({ minPriceCents: _min, maxPriceCents: _max, ...others }) => others,
  },
  years: {
    isChosen: ({ minYearsUsed, maxYearsUsed }) => (minYearsUsed ?? maxYearsUsed) !== undefined,
    passes: ({ years }, { minYearsUsed: min, maxYearsUsed: max }) => isBetween(years, { min, max }),
    without: ({ minYearsUsed: _min, maxYearsUsed: _max, ...others }) => others,
  },
  location: {
    isChosen: ({ location }) => location !== '',
    passes: ({ isLocated }, { location }) => location === '' || isLocated === true,
    without: filters => ({ ...filters, location: '' }),
  },
  verified: {
    isChosen: ({ verifiedOnly }) => verifiedOnly,
    passes: ({ isVerified }, { verifiedOnly }) => !verifiedOnly || isVerified,
    without: filters => ({ ...filters, verifiedOnly: false }),
  },
} as const satisfies Record<string, Facet>

/** The facet of an attribute: a listing that does not say it fails every range. */
export function facetOf(name: AttributeName): Facet {
  const rangeOf = (filters: SearchFilters) => rangesOf(filters).find(range => range.name === name)
  return {
    isChosen: filters => rangeOf(filters) !== undefined,
    passes: ({ [name]: value = null }, filters) => {
      const range = rangeOf(filters)
      return !range || (value !== null && isBetween(value, range))
    },
    without: filters => withRange(filters, name),
  }
}

function isBetween(
  value: number,
  { min = value, max = value }: { min?: number | undefined; max?: number | undefined },
) {
  return min <= value && value <= max
}
