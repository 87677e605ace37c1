import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { PLACE_MAX_LENGTH, PRICE_MAX_CENTS, YEARS_USED_MAX } from '../limits.ts'
import { filterShape, type NamedAttribute } from '../listings/attributes.ts'
import { Condition, conditions } from '../listings/listing.ts'
import { searchLine } from '../text.ts'
import { rangesOf } from './attribute-ranges.ts'

/** The longest text that is searched for, in characters. Its first twelve words count. */
export const SEARCH_MAX_LENGTH = 100

const CENTS_RANGE = 'Enter a price from $0 to $999,999.99'
const Cents = z.int(CENTS_RANGE).check(z.minimum(0, CENTS_RANGE), z.maximum(PRICE_MAX_CENTS, CENTS_RANGE))
const YEARS_RANGE = `Enter whole years, from 0 to ${YEARS_USED_MAX}`
const Years = z.int(YEARS_RANGE).check(z.minimum(0, YEARS_RANGE), z.maximum(YEARS_USED_MAX, YEARS_RANGE))

/** From the least to the most, both within. */
const rangeOf = ({ min, max }: NamedAttribute) => {
  const bound = z.optional(z.int().check(z.minimum(min), z.maximum(max)))
  return z.optional(z.object({ min: bound, max: bound }))
}

const filters = z.object({
  /** Words of the name, the location and the description; the last may be the beginning of one. */
  text: z._default(searchLine(SEARCH_MAX_LENGTH), ''),
  categoryId: z.optional(Id),
  /** Any of these; none is all. */
  conditions: z._default(z.array(Condition).check(z.maxLength(conditions.length)), []),
  minPriceCents: z.optional(Cents),
  maxPriceCents: z.optional(Cents),
  minYearsUsed: z.optional(Years),
  maxYearsUsed: z.optional(Years),
  /** Words of the location, such as 'Portland, Oregon'. */
  location: z._default(searchLine(PLACE_MAX_LENGTH), ''),
  /** Of verified sellers alone. */
  verifiedOnly: z._default(z.boolean(), false),
  /** Of an attribute that is a filter: those that say one within the range. */
  attributes: z.optional(z.object(filterShape(rangeOf))),
})

type Ranges = Pick<
  z.infer<typeof filters>,
  'minPriceCents' | 'maxPriceCents' | 'minYearsUsed' | 'maxYearsUsed' | 'attributes'
>

/** What narrows a search, as its address holds it. */
export const SearchFilters = filters
export type SearchFilters = z.infer<typeof SearchFilters>

/** Ranges that end before they begin are said to; apart from the schema, so that others can be made of it. */
export const inOrder = [
  z.refine<Ranges>(
    ({ minPriceCents, maxPriceCents }) =>
      minPriceCents === undefined || maxPriceCents === undefined || minPriceCents <= maxPriceCents,
    { error: 'The lowest price is above the highest', path: ['minPriceCents'] },
  ),
  z.refine<Ranges>(
    ({ minYearsUsed, maxYearsUsed }) =>
      minYearsUsed === undefined || maxYearsUsed === undefined || minYearsUsed <= maxYearsUsed,
    { error: 'The fewest years are above the most', path: ['minYearsUsed'] },
  ),
  z.refine<Ranges>(
    filters => rangesOf(filters).every(({ min, max }) => min === undefined || max === undefined || min <= max),
    {
      error: 'The least is above the most',
      path: ['attributes'],
    },
  ),
] as const
