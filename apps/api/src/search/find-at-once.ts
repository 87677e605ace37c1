import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { SearchListingsInput, Sort } from '@second-ring/contracts/search/search-listings'
import { poolOf } from '@second-ring/database'
import type { RankedPosition } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { askedValues, PRICE_END, type Reach, type Said } from './asked-parts.ts'
import { type PageShape, pageStatement } from './page-statement.ts'
import { readWordsInNames } from './words-in-names.ts'

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
/** Before every row that is asked for. */
const starts: Record<Sort, (asked: SearchListingsInput) => [Place, string]> = {
  relevance: () => ['infinity', highest],
  newest: () => ['infinity', highest],
  'price-up': ({ minPriceCents = 0 }) => [minPriceCents, lowest],
  'price-down': ({ maxPriceCents = PRICE_END }) => [maxPriceCents, highest],
}

/** What most searches need to look at, and what most others do. */
const near: Reach = { ofModels: 300, ofAll: 600 }
const far: Reach[] = [
  { ofModels: 1200, ofAll: 2400 },
  { ofModels: 4000, ofAll: 8000 },
]

/** Where a search goes on. */
export interface Asking extends Said {
  after: RankedPosition | undefined
}

/** The next page and one card more; null when it takes several steps. */
export async function findSoon(
  platform: Pick<Platform, 'database' | 'imageHost'>,
  input: SearchListingsInput,
  asking: Asking,
): Promise<FoundCard[] | null> {
  const found = await findAtOnce(platform, input, asking, near)
  if (found) return found
  const inNames = await readWordsInNames(platform.database, asking.words)
  for (const reach of far) {
    const more = await findAtOnce(platform, input, { ...asking, inNames }, reach)
    if (more) return more
  }
  return null
}

/**
 * The next page of what is frequent or of few models, and one card more, in one statement: most searches are for such.
 * @returns null when that is not sure of what it looked at
 */
async function findAtOnce(
  { database, imageHost }: Pick<Platform, 'database' | 'imageHost'>,
  input: SearchListingsInput,
  { words, place, inNames, after }: Asking,
  reach: Reach,
): Promise<FoundCard[] | null> {
  const { sort } = input
  const shape: PageShape = {
    sort,
    hasWords: words !== '',
    inCategory: input.categoryId !== undefined,
    isLocated: place !== '',
    verifiedOnly: input.verifiedOnly,
    isPartly: inNames !== undefined,
  }
  const isByPrice = sort === 'price-up' || sort === 'price-down'
  const [startPlace, startId] = starts[sort](input)
  const { rows } = await poolOf(database).query<Row>({
    ...statementOf(shape),
    values: [
      ...askedValues(input, { words, place, inNames }, reach),
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
  const name = `search-${shape.sort}-${[shape.hasWords, shape.inCategory, shape.isLocated, shape.verifiedOnly, shape.isPartly].map(Number).join('')}`
  const known = statements.get(name) ?? { name, text: pageStatement(shape) }
  statements.set(name, known)
  return known
}
