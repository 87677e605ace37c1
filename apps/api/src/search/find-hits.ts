import { YEARS_USED_MAX } from '@second-ring/contracts/limits'
import type { AttributeName } from '@second-ring/contracts/listings/attributes'
import { conditions as allConditions } from '@second-ring/contracts/listings/listing'
import { rangesOf } from '@second-ring/contracts/search/attribute-ranges'
import type { SearchFilters } from '@second-ring/contracts/search/filters'
import type { Sort } from '@second-ring/contracts/search/search-listings'
import { type Database, type Parameters, type PreparedQuery, prepare } from '@second-ring/database'
import type { Compilable } from 'kysely'
import type { RankedPosition } from '#platform/keyset.ts'
import { INTEGER_MAX, positionsOf } from './hit-order.ts'
import type { ParsedSearch } from './parse-text.ts'

export type Filters = Omit<SearchFilters, 'text' | 'location'>

/** How many rows are scanned along an order's index before all matches are gathered by the words' index. */
const SCAN_LIMIT = 3000
/** How many rows of models are read in order and merged; names of more models are searched for as words. */
const MODEL_ROWS_MAX = 1000
/** The same where each row is fetched. */
const FETCHED_ROWS_MAX = 200

/** Which hits are read. */
export interface HitsRead {
  filters: Filters
  parsed: ParsedSearch
  sort: Sort
  limit: number
  after?: RankedPosition | undefined
  /** Finds hits of any location. */
  isAnywhere?: boolean
  /** Whether any of the matches will do, when they are gathered. */
  isSample?: boolean
  /** The attributes that are counted of each hit. */
  counted?: AttributeName[]
  /** For tests. */
  scanLimit?: number
  modelsMax?: number
}

/** What makes one query another; each is compiled once. */
export interface Shape {
  /** By relevance only with words. */
  sort: Sort
  /** Whether words are searched for, in any part or in the location. */
  hasQuery: boolean
  inCategory: boolean
  /** The attributes that it is narrowed by. */
  narrowed: AttributeName[]
  counted: AttributeName[]
}

export type HitsGiven = ReturnType<typeof givenOf>

/** A query of hits for each shape; it takes which hits are read. */
export function findByShape<Row>(build: (shape: Shape) => (parameter: Parameters<HitsGiven>) => Compilable<Row>) {
  const compiled = new Map<string, PreparedQuery<HitsGiven, Row>>()
  return (database: Database, read: HitsRead): Promise<Row[]> => {
    const sort = read.sort === 'relevance' && read.parsed.words === '' ? 'newest' : read.sort
    const given = givenOf({ ...read, sort })
    const shape = {
      sort,
      hasQuery: given.everywhere !== '',
      inCategory: given.categoryId !== null,
      narrowed: rangesOf(read.filters).map(({ name }) => name),
      counted: read.counted ?? [],
    }
    const key = JSON.stringify(shape)
    const find = compiled.get(key) ?? prepare(build(shape))
    compiled.set(key, find)
    return find(database, given)
  }
}

function givenOf({ filters, parsed, sort, limit, after, ...read }: HitsRead) {
  const { scanLimit = SCAN_LIMIT, modelsMax } = read
  const { categoryId = null, conditions, verifiedOnly } = filters
  const located = read.isAnywhere ? '' : parsed.located
  const ranges = rangesOf(filters)
  const fetchesRows = verifiedOnly || located !== ''
  const modelRows = fetchesRows || ranges.length > 0 ? FETCHED_ROWS_MAX : MODEL_ROWS_MAX
  return {
    words: parsed.words,
    inTitle: parsed.terms.map(term => term.inTitle),
    outside: parsed.terms.map(term => term.outside),
    /** All words of the text in any part, and the location's in the location. */
    everywhere: [parsed.anywhere, located].filter(part => part !== '').join(' & '),
    located,
    location: parsed.located,
    categoryId,
    conditions: conditions.length > 0 ? conditions : [...allConditions],
    minPriceCents: filters.minPriceCents ?? 0,
    maxPriceCents: filters.maxPriceCents ?? INTEGER_MAX,
    minYearsUsed: filters.minYearsUsed ?? 0,
    maxYearsUsed: filters.maxYearsUsed ?? YEARS_USED_MAX,
    verifiedOnly,
    minAttributes: ranges.map(({ min = -INTEGER_MAX }) => min),
    maxAttributes: ranges.map(({ max = INTEGER_MAX }) => max),
    /** Whether a model's index does not hold all that is filtered by. */
    fetchesRows,
    // Rare locations are found by the words' index alone.
    modelsMax: located !== '' ? 0 : (modelsMax ?? Math.floor(modelRows / limit)),
    scanLimit,
    limit,
    /** How many of the gathered matches are enough, whichever they are; null when they have to be the first. */
    enough: read.isSample ? limit : null,
    ...positionsOf(filters, sort, after),
  }
}
