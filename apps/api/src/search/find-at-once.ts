import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { SearchListingsInput, Sort } from '@second-ring/contracts/search/search-listings'
import { poolOf } from '@second-ring/database'
import type { RankedPosition } from '../platform/keyset.ts'
import type { Platform } from '../platform/platform.ts'
import { askedValues, PRICE_END, type Reach, type Said } from './asked-parts.ts'
import { type PageShape, pageStatement } from './page-statement.ts'

/** A card, and where it stands in the order of its list. */
export interface FoundCard {
  card: ListingCard
  place: RankedPosition
}

interface Row extends Omit<ListingCard, 'image' | 'postedAt'> {
  done: boolean
  rank: number
  image: string | null
  postedAt: Date
}

type Place = 'infinity' | Date | number
const lowest = '00000000-0000-0000-0000-000000000000'
const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const starts: Record<Sort, [Place, string]> = {
  relevance: ['infinity', highest],
  newest: ['infinity', highest],
  'price-up': [-1, lowest],
  'price-down': [PRICE_END, highest],
}

/** What most searches need to look at, and what most others do. */
const near: Reach = { ofModels: 300, ofAll: 600 }
export const far: Reach = { ofModels: 4000, ofAll: 8000 }

/**
 * The next page of what is frequent or of few models, and one card more, in one statement: most searches are for such.
 * @returns null when it takes a longer look
 */
export async function findAtOnce(
  { database, imageHost }: Pick<Platform, 'database' | 'imageHost'>,
  input: SearchListingsInput,
  { words, place, after }: Said & { after: RankedPosition | undefined },
  reach: Reach = near,
): Promise<FoundCard[] | null> {
  const { sort } = input
  const shape: PageShape = {
    sort,
    hasWords: words !== '',
    inCategory: input.categoryId !== undefined,
    isLocated: place !== '',
    verifiedOnly: input.verifiedOnly,
  }
  const isByPrice = sort === 'price-up' || sort === 'price-down'
  const [startPlace, startId] = starts[sort]
  const { rows } = await poolOf(database).query<Row>({
    ...statementOf(shape),
    values: [
      ...askedValues(input, { words, place }, reach),
      input.limit + 1,
      isByPrice ? 0 : (after?.rank ?? 0),
      after ? (isByPrice ? after.rank : after.at) : startPlace,
      after?.id ?? startId,
    ],
  })
  if (!rows[0]?.done) return null
  return rows.flatMap(row => {
    // A page of nothing is one row without a card.
    if (row.id === null) return []
    const { rank, done: _done, image, postedAt, ...card } = row
    return {
      card: { ...card, image: imageHost.pictureOf(image ?? ''), postedAt: postedAt.toISOString() },
      place: { rank: isByPrice ? card.resalePriceCents : rank, at: postedAt, id: card.id },
    }
  })
}

const statements = new Map<string, { name: string; text: string }>()

function statementOf(shape: PageShape): { name: string; text: string } {
  const name = `search-${shape.sort}-${[shape.hasWords, shape.inCategory, shape.isLocated, shape.verifiedOnly].map(Number).join('')}`
  const known = statements.get(name) ?? { name, text: pageStatement(shape) }
  statements.set(name, known)
  return known
}
