import { DomainError } from '@second-ring/contracts/errors'
import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { SearchListingsInput, Sort } from '@second-ring/contracts/search/search-listings'
import { readCards } from '#listings/read-cards.ts'
import { decodeRankedCursor, encodeCursor, type List, type RankedPosition } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { askPlace } from './ask-words.ts'
import { correctWords } from './correct-words.ts'
import { type FoundCard, findSoon } from './find-at-once.ts'
import { findHits, type Hits } from './find-hits.ts'
import { findOrderedHits, findRankedHits, type RankedHit } from './find-ranked-hits.ts'
import { asksFor, inCategory, matching } from './matching.ts'
import { readWords } from './read-words.ts'
import { cheapestFirst, dearestFirst, newestFirst, type SearchOrder } from './search-order.ts'
import { type Question, understandText } from './understand-text.ts'

interface Found {
  items: ListingCard[]
  nextCursor: string | null
  correctedTo: string | null
}

/** Fewer hits than this are next to nothing: the words may be mistyped. */
const FEW = 3
const orders: Record<Sort, SearchOrder> = {
  relevance: newestFirst,
  newest: newestFirst,
  'price-up': cheapestFirst,
  'price-down': dearestFirst,
}
const nothing: Found = { items: [], nextCursor: null, correctedTo: null }

/**
 * The listings for sale that match; one page. When the words as typed give next to nothing, and the most similar ones that
 * sellers use give more, the page is of those.
 * @throws DomainError INVALID_INPUT when the cursor is of another search or sort
 */
export async function searchListings(platform: Platform, input: SearchListingsInput): Promise<Found> {
  const { database } = platform
  const words = await readWords(database, input.text)
  const place = await readWords(database, input.location)
  if (saysNothing(input.text, words) || saysNothing(input.location, askPlace(place))) return nothing
  const list = listOf(input, { words, place })
  const after = input.cursor === undefined ? undefined : positionOn(list, input.cursor)
  if (after !== null) {
    const found = await findSoon(platform, input, { words, place, after })
    // Next to nothing may be mistyped.
    if (found && (found.length >= FEW || after || input.exact || words === '')) return toPage(found, input, list)
  }
  return lookFurther(platform, input)
}

/** The same by several steps: for words that are rare, mistyped or of different parts of a listing. */
export async function lookFurther(platform: Platform, input: SearchListingsInput): Promise<Found> {
  const { database } = platform
  const question = await understandText(database, input)
  if (input.cursor !== undefined) return nextPage(platform, input, question)
  const hits = await readHits(platform, input, { question, after: undefined })
  if (hits.length >= FEW || input.exact || question.words === '')
    return pageOf(platform, input, { question, hits, correctedTo: null })
  const correctedTo = await correctWords(database, question.words)
  if (correctedTo !== null) {
    const corrected = await understandText(database, { ...input, text: correctedTo })
    const more = await readHits(platform, input, { question: corrected, after: undefined })
    if (more.length > hits.length) return pageOf(platform, input, { question: corrected, hits: more, correctedTo })
  }
  return pageOf(platform, input, { question, hits, correctedTo: null })
}

function toPage(found: FoundCard[], { limit }: SearchListingsInput, list: List): Found {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = found.length > limit && last ? encodeCursor(list, last.place) : null
  return { items: page.map(({ card }) => card), nextCursor, correctedTo: null }
}

/** A text of signs alone, such as '%': no listing's words hold it. */
function saysNothing(text: string, words: string): boolean {
  return text !== '' && words === ''
}

async function nextPage(platform: Platform, input: SearchListingsInput, asked: Question): Promise<Found> {
  const cursor = input.cursor ?? ''
  const own = positionOn(listOf(input, asked), cursor)
  if (own) {
    const hits = await readHits(platform, input, { question: asked, after: own })
    return pageOf(platform, input, { question: asked, hits, correctedTo: null })
  }
  const correctedTo = input.exact ? null : await correctWords(platform.database, asked.words)
  const question = await understandText(platform.database, { ...input, text: correctedTo ?? input.text })
  const after = decodeRankedCursor(listOf(input, question), cursor)
  const hits = await readHits(platform, input, { question, after })
  return pageOf(platform, input, { question, hits, correctedTo })
}

function positionOn(list: List, cursor: string): RankedPosition | null {
  try {
    return decodeRankedCursor(list, cursor)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

async function readHits(
  { database }: Platform,
  input: SearchListingsInput,
  { question, after }: { question: Question; after: RankedPosition | undefined },
): Promise<RankedHit[]> {
  const stretch = { after, limit: input.limit + 1 }
  const order = orders[input.sort]
  const located = question.located === '' ? [] : [asksFor(question.located)]
  const hits: Hits = { order, indexed: inCategory(input.categoryId), wanted: [...located, ...matching(input)] }
  if (question.words !== '' && input.sort === 'relevance') {
    return findRankedHits(database, question, { ...hits, ...stretch })
  }
  const found =
    question.words === ''
      ? await findHits(database, hits, stretch)
      : await findOrderedHits(database, question, { ...hits, ...stretch })
  const isByPrice = order !== newestFirst
  return found.map(hit => ({ ...hit, rank: isByPrice ? hit.cents : 0 }))
}

async function pageOf(
  platform: Platform,
  input: SearchListingsInput,
  { question, hits, correctedTo }: { question: Question; hits: RankedHit[]; correctedTo: string | null },
): Promise<Found> {
  const page = hits.slice(0, input.limit)
  const last = page.at(-1)
  const items = await readCards(
    platform,
    page.map(hit => hit.id),
  )
  const isLast = hits.length <= input.limit || !last
  return { items, nextCursor: isLast ? null : encodeCursor(listOf(input, question), placeOf(last)), correctedTo }
}

function placeOf({ rank, at, id }: RankedHit): RankedPosition {
  return { rank, at, id }
}

function listOf(input: SearchListingsInput, { words, place }: Pick<Question, 'words' | 'place'>): List {
  const { sort, categoryId, conditions, minPriceCents, maxPriceCents, minYearsUsed, maxYearsUsed } = input
  const numbers = [minPriceCents, maxPriceCents, minYearsUsed, maxYearsUsed].map(number => number?.toString())
  const isRanked = sort === 'relevance' && words !== ''
  const order = sort === 'relevance' && !isRanked ? 'newest' : sort
  const conditionsAsked = [...new Set(conditions)].sort().join()
  return ['search', order, words, place, categoryId, conditionsAsked, ...numbers, `${input.verifiedOnly}`]
}
