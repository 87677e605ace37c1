import { type AttributeName, attributesOf } from '@second-ring/contracts/listings/attributes'
import { Condition, type Condition as ConditionValue } from '@second-ring/contracts/listings/listing'
import { parseDollars } from '@second-ring/contracts/money'
import { rangesOf } from '@second-ring/contracts/search/attribute-ranges'
import { inOrder, SearchFilters } from '@second-ring/contracts/search/filters'
import { Sort } from '@second-ring/contracts/search/search-listings'
import * as z from 'zod/mini'
import type { Procedures } from '#api-client/trpc.ts'
import { byCursor } from '#ui/pages.ts'

/**
 * What a search keeps in its address, as it comes: anyone can have typed it. An attribute's range has the attribute's name:
 * `batteryHealth=85-100`, `batteryHealth=85-`, `batteryHealth=-100`.
 */
export interface SearchUrl extends Partial<Record<AttributeName, unknown>> {
  q?: unknown
  category?: unknown
  /** Conditions with commas between: `good,fair`. */
  condition?: unknown
  /** Dollars. */
  min?: unknown
  max?: unknown
  minYears?: unknown
  maxYears?: unknown
  location?: unknown
  verified?: unknown
  sort?: unknown
  exact?: unknown
  /** The cursor after which a later page begins. */
  after?: unknown
}

/** A search as its screen and the server know it. */
export interface Search {
  filters: SearchFilters
  sort: Sort
  /** For the words as they are typed, also when others are more likely meant. */
  exact: boolean
}

const { shape } = SearchFilters
const Filters = z.object({
  text: z.catch(shape.text, ''),
  categoryId: z.catch(shape.categoryId, undefined),
  conditions: z.catch(shape.conditions, []),
  minPriceCents: z.catch(shape.minPriceCents, undefined),
  maxPriceCents: z.catch(shape.maxPriceCents, undefined),
  minYearsUsed: z.catch(shape.minYearsUsed, undefined),
  maxYearsUsed: z.catch(shape.maxYearsUsed, undefined),
  location: z.catch(shape.location, ''),
  verifiedOnly: z.catch(shape.verifiedOnly, false),
  attributes: z.catch(shape.attributes, undefined),
})
const Ordered = SearchFilters.check(...inOrder)

/** A search for everything. */
export const everything: SearchFilters = { text: '', conditions: [], location: '', verifiedOnly: false }

/** Reads the address; what makes no sense there narrows nothing. */
export function readSearch({ q, category, condition, min, max, sort, exact, ...rest }: SearchUrl): Search {
  const filters = compact(
    Filters.parse({
      text: textOf(q),
      categoryId: category,
      conditions: conditionsOf(condition),
      minPriceCents: centsOf(min),
      maxPriceCents: centsOf(max),
      minYearsUsed: rest.minYears,
      maxYearsUsed: rest.maxYears,
      location: textOf(rest.location),
      verifiedOnly: rest.verified,
      attributes: attributesIn(rest),
    }),
  )
  const known = Sort.safeParse(sort)
  return {
    filters: Ordered.safeParse(filters).success ? filters : withoutRanges(filters),
    sort: known.success ? known.data : 'relevance',
    exact: exact === true,
  }
}

/** The address of a search; what is not asked for is not in it. */
export function addressOf({ filters, sort = 'relevance', exact = false }: Partial<Search> & Pick<Search, 'filters'>) {
  const { text, categoryId, conditions, minPriceCents, maxPriceCents, minYearsUsed, maxYearsUsed } = filters
  return {
    q: text || undefined,
    category: categoryId,
    condition: conditions.length > 0 ? conditions.join().toLowerCase() : undefined,
    min: minPriceCents === undefined ? undefined : minPriceCents / 100,
    max: maxPriceCents === undefined ? undefined : maxPriceCents / 100,
    minYears: minYearsUsed,
    maxYears: maxYearsUsed,
    location: filters.location || undefined,
    verified: filters.verifiedOnly || undefined,
    sort: sort === 'relevance' ? undefined : sort,
    exact: exact || undefined,
    ...Object.fromEntries(rangesOf(filters).map(({ name, min = '', max = '' }) => [name, `${min}-${max}`])),
  } satisfies SearchUrl
}

/** What was found. */
export function foundQuery(trpc: Procedures, { filters, sort, exact }: Search) {
  return trpc.search.listings.infiniteQueryOptions({ ...filters, sort, exact }, byCursor)
}

/** How many there are of each kind. */
export function facetsQuery(trpc: Procedures, { filters, exact }: Search) {
  return trpc.search.facets.queryOptions({ ...filters, exact })
}

// Digits and `true` arrive as a number and a boolean.
function textOf(value: unknown): string | undefined {
  return typeof value === 'object' || value === undefined ? undefined : String(value)
}

function centsOf(value: unknown): number | undefined {
  return parseDollars(textOf(value) ?? '') ?? undefined
}

function conditionsOf(value: unknown): ConditionValue[] {
  const asked = (textOf(value) ?? '').toUpperCase().split(',')
  return Condition.options.filter(condition => asked.includes(condition))
}

function attributesIn(address: SearchUrl): SearchFilters['attributes'] {
  const ranges = attributesOf('filter').flatMap(({ name }) => {
    const [text, min, max] = /^(\d*)-(\d*)$/.exec(textOf(address[name]) ?? '') ?? []
    return text === undefined ? [] : [[name, { ...(min && { min: Number(min) }), ...(max && { max: Number(max) }) }]]
  })
  return ranges.length === 0 ? undefined : Object.fromEntries(ranges)
}

function withoutRanges(filters: SearchFilters): SearchFilters {
  const {
    minPriceCents: _min,
    maxPriceCents: _max,
    minYearsUsed: _from,
    maxYearsUsed: _to,
    attributes: _,
    ...rest
  } = filters
  return rest
}

/** Without the keys that say nothing, so that two ways to the same search are the same question. */
function compact(filters: SearchFilters): SearchFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as SearchFilters
}
