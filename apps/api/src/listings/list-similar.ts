import { DomainError } from '@second-ring/contracts/errors'
import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { type GetListingInput, SIMILAR_MAX } from '@second-ring/contracts/listings/listing-page'
import { type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { readCards } from './read-cards.ts'

/** How many of each kind are compared: the newest of the same model, the next cheaper and the next dearer ones. */
const COMPARED = 40

interface Compared {
  listingId: string
  productName: string
  categoryId: string
  priceCents: number
}

const findSimilar = prepare((parameter: Parameters<Compared>) => {
  const model = sql<string>`search_text(${parameter('productName')})`
  const priceCents = sql<number>`${parameter('priceCents')}::int`
  const columns = ['listing_id', 'model', 'price_cents'] as const
  const sameModel = query
    .selectFrom(({ selectFrom }) =>
      selectFrom('listing_search')
        .select([...columns, 'category_id'])
        .where('model', '=', model)
        .orderBy('posted_at', 'desc')
        .orderBy('listing_id', 'desc')
        .limit(COMPARED)
        .as('same'),
    )
    .where('category_id', '=', parameter('categoryId'))
    .select(columns)
  const inCategory = query
    .selectFrom('listing_search')
    .where('category_id', '=', parameter('categoryId'))
    .select(columns)
  const cheaper = inCategory
    .where('price_cents', '<=', priceCents)
    .orderBy('price_cents', 'desc')
    .orderBy('listing_id', 'desc')
    .limit(COMPARED)
  const dearer = inCategory
    .where('price_cents', '>', priceCents)
    .orderBy('price_cents')
    .orderBy('listing_id')
    .limit(COMPARED)
  return query
    .selectFrom(sameModel.unionAll(({ parens }) => [parens(cheaper), parens(dearer)]).as('near'))
    .where('listing_id', '<>', parameter('listingId'))
    .groupBy(columns)
    .orderBy(sql`similarity(model, ${model})`, 'desc')
    .orderBy(sql`abs(price_cents - ${priceCents})`)
    .orderBy('listing_id')
    .limit(SIMILAR_MAX)
    .select('listing_id as id')
})

/**
 * Phones for sale of the same category, those whose name is most like it first, then those whose price is.
 * @throws DomainError NOT_FOUND (the listing was removed, or never there)
 */
export async function listSimilar(platform: Platform, { listingId }: GetListingInput): Promise<ListingCard[]> {
  const { database } = platform
  const listing = await database.listing.findFirst({
    where: { id: listingId, state: { not: 'REMOVED' } },
    select: { productName: true, categoryId: true, resalePriceCents: true },
  })
  if (!listing) throw new DomainError('NOT_FOUND', 'This listing is no longer there.')
  const { productName, categoryId, resalePriceCents } = listing
  const rows = await findSimilar(database, { listingId, productName, categoryId, priceCents: resalePriceCents })
  return readCards(
    platform,
    rows.map(row => row.id),
  )
}
