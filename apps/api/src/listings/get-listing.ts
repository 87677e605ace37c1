import { DomainError } from '@second-ring/contracts/errors'
import {
  type GetListingInput,
  type ListingPage,
  PRICES_TOLD_MAX,
  SOLD_COUNTED_MAX,
} from '@second-ring/contracts/listings/listing-page'
import type { Platform } from '../platform/platform.ts'
import { findPriceBand, isFarBelow } from './price-band.ts'

type Told = 'id' | 'categoryId' | 'categoryName' | 'productName' | 'condition' | 'description' | 'location'
type Numbers = 'resalePriceCents' | 'originalPriceCents' | 'yearsUsed' | 'yearOfPurchase' | 'sellerSold'
type Seller = 'sellerId' | 'sellerName' | 'sellerVerified' | 'state'

interface PageRow extends Pick<ListingPage, Told | Numbers | Seller> {
  images: string[]
  postedAt: Date
  advertisedAt: Date | null
  prices: { cents: number; since: string }[]
}

/**
 * A listing on its own page, in every state but removed, with nothing of who has booked it.
 * @throws DomainError NOT_FOUND (removed, or never there)
 */
export async function getListing({ database, imageHost }: Platform, input: GetListingInput): Promise<ListingPage> {
  const row = await readPage(database, input)
  if (!row) throw new DomainError('NOT_FOUND', 'This listing is no longer there.')
  const band = await findPriceBand(database, { ...row, exceptId: row.id })
  const images = row.images.map(reference => imageHost.pictureOf(reference))
  return {
    ...row,
    image: images[0] ?? imageHost.pictureOf(''),
    images,
    postedAt: row.postedAt.toISOString(),
    advertisedAt: row.advertisedAt?.toISOString() ?? null,
    prices: row.prices.map(({ cents, since }) => ({ cents, since: new Date(since).toISOString() })),
    band,
    caution: row.state !== 'SOLD' && isFarBelow(row.resalePriceCents, band),
  }
}

async function readPage(database: Platform['database'], { listingId }: GetListingInput): Promise<PageRow | undefined> {
  const [row] = await database.$queryRaw<PageRow[]>`
    SELECT l.id, l.category_id AS "categoryId", c.name AS "categoryName", l.product_name AS "productName", l.images,
      l.condition::text AS condition, l.description, l.location, l.resale_price_cents AS "resalePriceCents",
      l.original_price_cents AS "originalPriceCents", l.years_used AS "yearsUsed",
      l.year_of_purchase AS "yearOfPurchase", l.seller_id AS "sellerId", l.seller_name AS "sellerName",
      u.verified_at IS NOT NULL AS "sellerVerified", l.posted_at AS "postedAt", l.advertised_at AS "advertisedAt",
      l.state::text AS state,
      (SELECT count(*)::int FROM (
        SELECT FROM listings s WHERE s.seller_id = l.seller_id AND s.state = 'SOLD' LIMIT ${SOLD_COUNTED_MAX}
      ) AS sold) AS "sellerSold",
      (SELECT coalesce(json_agg(p ORDER BY p.id DESC), '[]') FROM (
        SELECT id, cents, since FROM listing_prices p WHERE p.listing_id = l.id ORDER BY id DESC LIMIT ${PRICES_TOLD_MAX}
      ) AS p) AS prices
    FROM listings l JOIN categories c ON c.id = l.category_id JOIN users u ON u.id = l.seller_id
    WHERE l.id = ${listingId}::uuid AND l.state <> 'REMOVED'`
  return row
}
