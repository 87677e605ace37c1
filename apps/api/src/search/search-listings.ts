import { DomainError } from '@second-ring/contracts/errors'
import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { rangesOf } from '@second-ring/contracts/search/attribute-ranges'
import type { SearchListingsInput } from '@second-ring/contracts/search/search-listings'
import { sql } from 'kysely'
import { selectListings, toCard } from '#listings/listing-rows.ts'
import { decodeRankedCursor, type List, type RankedPosition, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { correctWords } from './correct-words.ts'
import { findByShape, type HitsRead } from './find-hits.ts'
import { hitOrders } from './hit-order.ts'
import { type ParsedSearch, parseSearch, parseWords } from './parse-text.ts'
import { withHits } from './with-hits.ts'

interface Found {
  items: ListingCard[]
  nextCursor: string | null
  correctedTo: string | null
}

/** Fewer hits than this are next to nothing: the words may be mistyped. */
const FEW = 3

/**
 * The listings for sale that match; one page. When the words as typed match next to nothing, and the most similar words of
 * titles match more, the page is of those.
 * @throws DomainError INVALID_INPUT when the cursor is of another search or sort
 */
export async function searchListings(
  platform: Platform,
  input: SearchListingsInput,
  limits: Pick<HitsRead, 'scanLimit' | 'modelsMax'> = {},
): Promise<Found> {
  const { cursor } = input
  const parsed = await parseSearch(platform.database, input)
  if (!parsed) return { items: [], nextCursor: null, correctedTo: null }
  const read = (search: ParsedSearch, after?: RankedPosition) =>
    readPage(platform, input, { ...limits, parsed: search, after })
  const correct = () => (input.exact ? null : correctWords(platform.database, parsed.words))
  if (cursor !== undefined) {
    const after = positionOf(listOf(input, parsed), cursor)
    if (after) return { ...(await read(parsed, after)).page, correctedTo: null }
    const correctedTo = await correct()
    const corrected = parseWords(correctedTo ?? parsed.words, parsed.place)
    return { ...(await read(corrected, decodeRankedCursor(listOf(input, corrected), cursor))).page, correctedTo }
  }
  const { page, found } = await read(parsed)
  const correctedTo = found < FEW ? await correct() : null
  if (correctedTo === null) return { ...page, correctedTo }
  const corrected = await read(parseWords(correctedTo, parsed.place))
  return corrected.found > found ? { ...corrected.page, correctedTo } : { ...page, correctedTo: null }
}

const findCards = findByShape(shape => parameter => {
  const { column, direction } = hitOrders[shape.sort]
  return withHits(shape, parameter)
    .selectFrom('page')
    .innerJoinLateral(selectListings.where(sql<boolean>`l.id = page.listing_id`).offset(0).as('l'), join =>
      join.onTrue(),
    )
    .selectAll('l')
    .select('page.rank')
    .orderBy('page.rank')
    .orderBy(`page.${column}`, direction)
    .orderBy('page.listing_id', direction)
})

/** @returns how many hits were found beside the page: one more when there is a next page */
async function readPage(
  { database, imageHost }: Platform,
  input: SearchListingsInput,
  read: Omit<HitsRead, 'filters' | 'sort' | 'limit'>,
): Promise<{ page: Omit<Found, 'correctedTo'>; found: number }> {
  const { limit, sort } = input
  const list = listOf(input, read.parsed)
  const rows = await findCards(database, { ...read, filters: input, sort, limit: limit + 1 })
  const isByPrice = sort === 'price-up' || sort === 'price-down'
  const page = toPage(rows, {
    list,
    limit,
    positionOf: row => ({ rank: isByPrice ? row.resalePriceCents : row.rank, at: row.postedAt, id: row.id }),
    toItem: row => toCard(row, imageHost),
  })
  return { page, found: rows.length }
}

function positionOf(list: List, cursor: string): RankedPosition | null {
  try {
    return decodeRankedCursor(list, cursor)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

function listOf(input: SearchListingsInput, { words, place }: ParsedSearch): List {
  const { sort, categoryId, conditions, minPriceCents, maxPriceCents, minYearsUsed, maxYearsUsed } = input
  const numbers = [minPriceCents, maxPriceCents, minYearsUsed, maxYearsUsed].map(number => number?.toString())
  const order = sort === 'relevance' && words === '' ? 'newest' : sort
  return [
    'search',
    order,
    words,
    place,
    categoryId,
    [...new Set(conditions)].sort().join(),
    ...numbers,
    `${input.verifiedOnly}`,
    ...rangesOf(input).map(range => JSON.stringify(range)),
  ]
}
