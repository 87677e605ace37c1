import { DomainError } from '@second-ring/contracts/errors'
import {
  type GetListingInput,
  type ListingPage,
  PRICES_TOLD_MAX,
  SOLD_COUNTED_MAX,
} from '@second-ring/contracts/listings/listing-page'
import { type Parameters, prepare } from '@second-ring/database'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { isTrusted } from '#identity/trusted-user.ts'
import type { Platform } from '#platform/platform.ts'
import { selectListings, toPost } from './listing-rows.ts'
import { estimatePrice, isFarBelow } from './price-estimate.ts'

const findListing = prepare((parameter: Parameters<GetListingInput>) =>
  selectListings
    .innerJoin('categories as c', 'c.id', 'l.category_id')
    .select(['c.name as categoryName', 'l.images'])
    .select(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('listing_prices as p')
          .whereRef('p.listing_id', '=', 'l.id')
          .select(['p.cents', 'p.since'])
          .orderBy('p.id', 'desc')
          .limit(PRICES_TOLD_MAX),
      ).as('prices'),
      // To how many trusted buyers the seller has sold, up to a limit. Cheap deals are not in `sold_phones`.
      selectFrom(({ selectFrom }) =>
        selectFrom('sold_phones as s')
          .whereRef('s.seller_id', '=', 'l.seller_id')
          .where(isTrusted('s.buyer_id'))
          .select('s.buyer_id')
          .distinct()
          .limit(SOLD_COUNTED_MAX)
          .as('sold'),
      )
        .select(sql<number>`count(*)::int`.as('count'))
        .as('sellerSold'),
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
  const { categoryName, prices, sellerSold } = row
  const estimate = await estimatePrice(database, { ...row, exceptSellerId: row.sellerId })
  const images = row.images.map(reference => imageHost.pictureOf(reference))
  const { sellerEmail: _, ...post } = toPost(row, imageHost)
  return {
    ...post,
    categoryName,
    images,
    prices: prices.map(({ cents, since }) => ({ cents, since: new Date(since).toISOString() })),
    sellerSold: sellerSold ?? 0,
    band: estimate,
    caution: row.state !== 'SOLD' && isFarBelow(row.resalePriceCents, estimate),
  }
}
