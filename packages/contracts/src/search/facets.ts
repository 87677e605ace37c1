import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { filterShape } from '../listings/attributes.ts'
import { Condition } from '../listings/listing.ts'
import { inOrder, SearchFilters } from './filters.ts'

/** How many matches of one facet are counted at the most. */
export const COUNTED_MAX = 500
/** How many locations are offered. */
export const LOCATIONS_OFFERED = 10
/** Where the offered price ranges end, in cents; each begins where the one before ends, and the last has no end. */
export const PRICE_STEPS_CENTS = [10_000, 20_000, 30_000, 50_000, 80_000] as const

/** The same search as the list's. */
export const SearchFacetsInput = z
  .extend(SearchFilters, {
    /** Counts what holds the words as they are, also when others are more likely meant. */
    exact: z._default(z.boolean(), false),
  })
  .check(...inOrder)
export type SearchFacetsInput = z.infer<typeof SearchFacetsInput>

const Count = z.int()

/** A facet's values that occur among the matches of all other filters, with their counts; of categories all, when capped. */
function facetOf<Value extends z.core.$ZodShape>(value: Value) {
  return z.object({
    values: z.array(z.object({ ...value, count: Count })),
    /** Whether there were more matches than are counted; the counts are then of some of them. */
    capped: z.boolean(),
  })
}

export const SearchFacetsOutput = z.object({
  /** How many listings match all filters; when capped the least that there are. */
  total: Count,
  /** Whether there may be more than that: '200+'. */
  capped: z.boolean(),
  /** What was counted instead of the text, as in the list; null when it was the text. */
  correctedTo: z.nullable(z.string()),
  categories: facetOf({ categoryId: Id, name: z.string() }),
  conditions: facetOf({ condition: Condition }),
  /** `toCents` is the first cent above the range; null where it has no end. Send it less one as the highest price. */
  prices: facetOf({ fromCents: z.int(), toCents: z.nullable(z.int()) }),
  yearsUsed: facetOf({ yearsUsed: z.int() }),
  /** The most frequent first, ten at the most. */
  locations: facetOf({ location: z.string() }),
  verified: z.object({ count: Count, capped: z.boolean() }),
  /** Of each attribute that is a filter; the least value first. */
  attributes: z.object(filterShape(() => z.optional(facetOf({ value: z.int() })))),
})
export type SearchFacets = z.infer<typeof SearchFacetsOutput>
