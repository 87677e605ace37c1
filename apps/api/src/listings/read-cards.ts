import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { Platform } from '#platform/platform.ts'

interface CardRow extends Omit<ListingCard, 'image' | 'postedAt'> {
  image: string
  postedAt: Date
}

/** The cards of listings that are for sale, in the order of their ids; one that was just booked is left out. */
export async function readCards(
  { database, imageHost }: Pick<Platform, 'database' | 'imageHost'>,
  ids: string[],
): Promise<ListingCard[]> {
  if (ids.length === 0) return []
  const rows = await database.$queryRaw<CardRow[]>`
    SELECT l.id, l.category_id AS "categoryId", l.product_name AS "productName", l.images[1] AS image,
      l.condition::text AS condition, l.location, l.resale_price_cents AS "resalePriceCents",
      l.original_price_cents AS "originalPriceCents", l.years_used AS "yearsUsed",
      l.year_of_purchase AS "yearOfPurchase", l.seller_id AS "sellerId", l.seller_name AS "sellerName",
      u.verified_at IS NOT NULL AS "sellerVerified", l.posted_at AS "postedAt", l.state::text AS state
    FROM listings l JOIN users u ON u.id = l.seller_id
    WHERE l.id = ANY(${ids}::uuid[]) AND l.state = 'AVAILABLE'`
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    return row ? { ...row, image: imageHost.pictureOf(row.image), postedAt: row.postedAt.toISOString() } : []
  })
}
