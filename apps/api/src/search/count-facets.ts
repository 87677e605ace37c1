import { type AttributeName, attributesOf } from '@second-ring/contracts/listings/attributes'
import { conditions } from '@second-ring/contracts/listings/listing'
import {
  COUNTED_MAX,
  LOCATIONS_OFFERED,
  PRICE_STEPS_CENTS,
  type SearchFacets,
  type SearchFacetsInput,
} from '@second-ring/contracts/search/facets'
import type { SearchFilters } from '@second-ring/contracts/search/filters'
import { type Database, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import { selectAttributes } from '#listings/listing-rows.ts'
import type { Platform } from '#platform/platform.ts'
import { correctWords } from './correct-words.ts'
import { type Facet, facetOf, facets, type Values } from './facets.ts'
import { findByShape, type HitsRead } from './find-hits.ts'
import { type ParsedSearch, parseSearch, parseWords } from './parse-text.ts'
import { withHits } from './with-hits.ts'

/** Fewer matches than this are next to nothing: the words may be mistyped. */
const FEW = 3
/** How many listings that hold the words are counted at first. When these are not all, the total is given in steps. */
const SAMPLE = 200
const STEP = 20

/** Listings that are counted, and whether these are all that there are. */
interface Counted {
  listings: Listing[]
  isAll: boolean
}

/** A listing's values, and the filters that it fails. */
interface Listing {
  values: Values
  fails: Facet[]
}

interface Counts {
  total: number
  isAll: boolean
  /** Among which listings a facet's values are counted. */
  among: (facet: Facet) => Counted
}

interface Search {
  database: Database
  input: SearchFacetsInput
  limits: Omit<Limits, 'attributes'>
  attributes: { name: AttributeName; facet: Facet }[]
  all: Facet[]
}

/** For tests. */
interface Limits extends Pick<HitsRead, 'scanLimit' | 'modelsMax'> {
  /** Those that are filters. */
  attributes?: AttributeName[]
}

/**
 * How many listings there are of each value of each facet, among those that match all other filters. A few hundred are
 * counted at the most, so that the cost does not grow with what is found. Mistyped words are replaced as in the list.
 */
export async function countFacets(
  { database }: Pick<Platform, 'database'>,
  input: SearchFacetsInput,
  { attributes: names = attributesOf('filter').map(({ name }) => name), ...limits }: Limits = {},
): Promise<SearchFacets> {
  const attributes = names.map(name => ({ name, facet: facetOf(name) }))
  const all = [...Object.values(facets), ...attributes.map(({ facet }) => facet)]
  const search: Search = { database, input, limits, attributes, all }
  const parsed = await parseSearch(database, input)
  if (!parsed) return toFacets(search, { total: 0, isAll: true, among: () => ({ listings: [], isAll: true }) }, null)
  const counts = await count(search, parsed)
  if (counts.total >= FEW || input.exact || parsed.words === '') return toFacets(search, counts, null)
  const correctedTo = await correctWords(database, parsed.words)
  if (correctedTo === null) return toFacets(search, counts, null)
  const corrected = await count(search, parseWords(correctedTo, parsed.place))
  return corrected.total > counts.total ? toFacets(search, corrected, correctedTo) : toFacets(search, counts, null)
}

/** Counts among a few listings that hold the words; when hardly any of these match, each chosen filter's own matches. */
async function count(search: Search, parsed: ParsedSearch): Promise<Counts> {
  const { input, all } = search
  const unfiltered: SearchFilters = { text: '', location: '', conditions: [], verifiedOnly: false }
  const [sample, ofAnyCategory] = await Promise.all([
    findListings(search, parsed, { filters: { ...unfiltered, categoryId: input.categoryId }, max: SAMPLE }),
    input.categoryId === undefined ? undefined : findListings(search, parsed, { filters: unfiltered, max: SAMPLE }),
  ])
  const total = sample.listings.filter(({ fails }) => fails.length === 0).length
  if (sample.isAll || total >= STEP) {
    const among = (facet: Facet) => (facet === facets.category && ofAnyCategory) || sample
    return { total: sample.isAll ? total : total - (total % STEP), isAll: sample.isAll, among }
  }
  const chosen = all.filter(({ isChosen }) => isChosen(input))
  const [whole, ...others] = await Promise.all([
    findListings(search, parsed, { filters: input, max: COUNTED_MAX }),
    ...chosen.map(({ without }) => findListings(search, parsed, { filters: without(input), max: COUNTED_MAX })),
  ])
  return {
    total: whole.listings.length,
    isAll: whole.isAll,
    among: facet => others[chosen.indexOf(facet)] ?? whole,
  }
}

const findValues = findByShape(
  shape => parameter =>
    withHits(shape, parameter)
      .selectFrom('page')
      .innerJoin('listing_search as s', 's.listing_id', 'page.listing_id')
      .innerJoin('users as u', 'u.id', 's.seller_id')
      .select([
        's.category_id as category',
        's.condition',
        's.price_cents as cents',
        's.years_used as years',
        's.location',
      ])
      .select([
        sql<boolean | null>`s.search @@ nullif(${parameter('location')}, '')::tsquery`.as('isLocated'),
        sql<boolean>`u.verified_at IS NOT NULL`.as('isVerified'),
      ])
      .$if(shape.counted.length > 0, rows =>
        rows.innerJoin('listings as l', 'l.id', 's.listing_id').select(selectAttributes(shape.counted)),
      ),
)

async function findListings(
  { database, input, limits, attributes, all }: Search,
  parsed: ParsedSearch,
  { filters, max }: { filters: SearchFilters; max: number },
): Promise<Counted> {
  const rows = await findValues(database, {
    ...limits,
    filters,
    parsed,
    sort: 'relevance',
    limit: max + 1,
    isAnywhere: filters.location === '',
    isSample: true,
    counted: attributes.map(({ name }) => name),
  })
  const listings = rows
    .slice(0, max)
    .map((values): Listing => ({ values, fails: all.filter(({ passes }) => !passes(values, input)) }))
  return { listings, isAll: rows.length <= max }
}

const openCategories = prepare(() =>
  query
    .selectFrom('categories')
    .where('retired_at', 'is', null)
    .select(['id', 'name'])
    .orderBy('position')
    .orderBy('id'),
)

async function toFacets(
  { database, attributes }: Search,
  { total, isAll, among }: Counts,
  correctedTo: string | null,
): Promise<SearchFacets> {
  /** How often each value of a facet occurs among what matches all other filters. */
  const countBy = <Value>(facet: Facet, read: (values: Values) => Value) => {
    const { listings, isAll } = among(facet)
    const counts = new Map<Value, number>()
    for (const { values, fails } of listings) {
      if (fails.some(other => other !== facet)) continue
      const value = read(values)
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const entries = [...counts].map(([value, count]) => ({ value, count }))
    return { entries, countOf: (value: Value) => counts.get(value) ?? 0, capped: !isAll }
  }
  const category = countBy(facets.category, values => values.category)
  const condition = countBy(facets.condition, values => values.condition)
  const price = countBy(facets.price, ({ cents }) => PRICE_STEPS_CENTS.filter(step => step <= cents).length)
  const years = countBy(facets.years, values => values.years)
  const location = countBy(facets.location, values => values.location)
  const verified = countBy(facets.verified, values => values.isVerified)
  const ofAttributes = attributes.map(({ name, facet }) => {
    const { entries, capped } = countBy(facet, ({ [name]: value = null }) => value)
    const values = entries.flatMap(({ value, count }) => (value === null ? [] : [{ value, count }]))
    return [name, { values: values.toSorted((one, other) => one.value - other.value), capped }]
  })
  const categories = await openCategories(database, {})
  return {
    total,
    capped: !isAll,
    correctedTo,
    categories: {
      // Where only some were counted, a category that none of them is of may have others.
      values: categories
        .map(({ id, name }) => ({ categoryId: id, name, count: category.countOf(id) }))
        .filter(({ count }) => count > 0 || category.capped),
      capped: category.capped,
    },
    conditions: {
      values: conditions
        .map(value => ({ condition: value, count: condition.countOf(value) }))
        .filter(({ count }) => count > 0),
      capped: condition.capped,
    },
    prices: {
      values: price.entries
        .toSorted((one, other) => one.value - other.value)
        .map(({ value, count }) => ({
          fromCents: PRICE_STEPS_CENTS[value - 1] ?? 0,
          toCents: PRICE_STEPS_CENTS[value] ?? null,
          count,
        })),
      capped: price.capped,
    },
    yearsUsed: {
      values: years.entries
        .toSorted((one, other) => one.value - other.value)
        .map(({ value, count }) => ({ yearsUsed: value, count })),
      capped: years.capped,
    },
    locations: {
      values: location.entries
        .toSorted((one, other) => other.count - one.count || one.value.localeCompare(other.value, 'en'))
        .slice(0, LOCATIONS_OFFERED)
        .map(({ value, count }) => ({ location: value, count })),
      capped: location.capped,
    },
    verified: { count: verified.countOf(true), capped: verified.capped },
    attributes: Object.fromEntries(ofAttributes),
  }
}
