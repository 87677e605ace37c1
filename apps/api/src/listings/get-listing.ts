import { DomainError } from '@second-ring/contracts/errors'
import {
  type GetListingInput,
  type ListingPage,
  PRICES_TOLD_MAX,
  SOLD_COUNTED_MAX,
} from '@second-ring/contracts/listings/listing-page'
import { poolOf } from '@second-ring/database'
import { instantTypes } from '#platform/instant-types.ts'
import type { Platform } from '#platform/platform.ts'
import { type BandRow, bandOfPhone, isFarBelow, toBand } from './price-band.ts'

interface PageRow extends Omit<ListingPage, 'image' | 'images' | 'band' | 'caution'>, BandRow {
  images: string[]
}

// In plain SQL, by name, and all that the page tells in one statement: it is the most read after the shelves.
const listingPage = {
  name: 'listing-page',
  text: `SELECT l.id, l.category_id AS "categoryId", c.name AS "categoryName", l.product_name AS "productName", l.images,
      l.condition, l.description, l.location, l.resale_price_cents AS "resalePriceCents",
      l.original_price_cents AS "originalPriceCents", l.years_used AS "yearsUsed",
      l.year_of_purchase AS "yearOfPurchase", l.seller_id AS "sellerId", l.seller_name AS "sellerName",
      u.verified_at IS NOT NULL AS "sellerVerified", l.posted_at AS "postedAt", l.advertised_at AS "advertisedAt",
      l.state, band."lowCents", band."highCents", band."sampleSize",
      (SELECT count(*)::int FROM (
        SELECT FROM listings s JOIN orders o ON o.listing_id = s.id AND o.state = 'COMPLETED'
        WHERE s.seller_id = l.seller_id AND s.state = 'SOLD' LIMIT ${SOLD_COUNTED_MAX}
      ) AS sold) AS "sellerSold",
      (SELECT coalesce(json_agg(json_build_object('cents', p.cents, 'since', p.since) ORDER BY p.id DESC), '[]') FROM (
        SELECT id, cents, since FROM listing_prices p WHERE p.listing_id = l.id ORDER BY id DESC LIMIT ${PRICES_TOLD_MAX}
      ) AS p) AS prices
    FROM listings l JOIN categories c ON c.id = l.category_id JOIN users u ON u.id = l.seller_id
    CROSS JOIN LATERAL (
      SELECT search_text(l.product_name) AS model, l.condition, l.category_id, l.years_used, l.id AS except_id OFFSET 0
    ) AS phone
    CROSS JOIN LATERAL (${bandOfPhone}) AS band
    WHERE l.id = $1 AND l.state <> 'REMOVED'`,
}

/**
 * A listing on its own page, in every state but removed, with nothing of who has booked it. It answers the fields of its
 * contract and no others.
 * @throws DomainError NOT_FOUND (removed, or never there)
 */
export async function getListing(
  { database, imageHost }: Platform,
  { listingId }: GetListingInput,
): Promise<ListingPage> {
  const statement = { ...listingPage, values: [listingId], types: instantTypes }
  const [row] = (await poolOf(database).query<PageRow>(statement)).rows
  if (!row) throw new DomainError('NOT_FOUND', 'This listing is no longer there.')
  const { lowCents, highCents, sampleSize, ...told } = row
  const band = toBand({ lowCents, highCents, sampleSize })
  const images = row.images.map(reference => imageHost.pictureOf(reference))
  return {
    ...told,
    image: images[0] ?? imageHost.pictureOf(''),
    images,
    prices: row.prices.map(({ cents, since }) => ({ cents, since: new Date(since).toISOString() })),
    band,
    caution: row.state !== 'SOLD' && isFarBelow(row.resalePriceCents, band),
  }
}
