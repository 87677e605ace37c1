import { DomainError } from '@second-ring/contracts/errors'
import { type GetListingInput, type ListingPage, PRICES_TOLD_MAX } from '@second-ring/contracts/listings/listing-page'
import { type Parameters, prepare } from '@second-ring/database'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Platform } from '#platform/platform.ts'
import { thumbhashOf } from '#platform/thumbhash.ts'
import { countSold } from './count-sold.ts'
import { selectListings, toPost } from './listing-rows.ts'
import { estimatePrice, isFarBelow } from './price-estimate.ts'
import { isSelling } from './selling-user.ts'

/** Of each picture of a listing `l`, in their order. */
const thumbhashes = sql<(string | null)[]>`ARRAY(
  SELECT (${thumbhashOf(sql`picture.reference`)}) FROM unnest(l.images) WITH ORDINALITY AS picture(reference, place)
  ORDER BY picture.place)`

const findListing = prepare((parameter: Parameters<GetListingInput>) =>
  selectListings
    .innerJoin('categories as c', 'c.id', 'l.category_id')
    .select(['c.name as categoryName', 'c.slug as categorySlug', 'l.images', thumbhashes.as('thumbhashes')])
    .select(isSelling.as('sellerHasPage'))
    .select(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('listing_prices as p')
          .whereRef('p.listing_id', '=', 'l.id')
          .select(['p.cents', 'p.since'])
          .orderBy('p.id', 'desc')
          .limit(PRICES_TOLD_MAX),
      ).as('prices'),
      countSold('l.seller_id').as('sellerSold'),
    ])
    .where('l.id', '=', parameter('listingId'))
    .where('l.state', '<>', 'REMOVED'),
)

/**
 * A listing on its own page, in every state but removed, with nothing of who has booked it.
 * @throws DomainError NOT_FOUND (removed, or never there)
 */
export async function getListing(
  { database, imageHost }: Platform,
  { listingId }: GetListingInput,
): Promise<ListingPage> {
  const [row] = await findListing(database, { listingId })
  if (!row) throw new DomainError('NOT_FOUND', 'This listing is no longer there.')
  const { categoryName, categorySlug, prices, sellerSold, sellerHasPage } = row
  const estimate = await estimatePrice(database, { ...row, exceptSellerId: row.sellerId })
  const images = row.images.map((reference, index) => imageHost.pictureOf(reference, row.thumbhashes[index] ?? null))
  const { sellerEmail: _, ...post } = toPost(row, imageHost)
  return {
    ...post,
    categoryName,
    categorySlug,
    images,
    prices: prices.map(({ cents, since }) => ({ cents, since: new Date(since).toISOString() })),
    sellerSold: sellerSold ?? 0,
    sellerHasPage,
    band: estimate,
    caution: row.state !== 'SOLD' && isFarBelow(row.resalePriceCents, estimate),
  }
}
