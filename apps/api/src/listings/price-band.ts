import type { Condition } from '@second-ring/contracts/listings/listing'
import { BAND_SAMPLE_MIN, FAR_BELOW, type PriceBand } from '@second-ring/contracts/listings/price-band'
import type { Database } from '@second-ring/database'

export interface PricedPhone {
  productName: string
  condition: Condition
  yearsUsed: number
  categoryId: string
  /** A listing that is not to be counted: the one that is asked about. */
  exceptId?: string
}

/** How many phones of one age are counted, the last ones; of sold ones each has an order to be looked up. */
const LIVE_COUNTED = 500
const SOLD_COUNTED = 100

/**
 * What half of the phones like this one cost: those that were sold here, at what was paid, and those for sale, of the same
 * category, name, condition and age, a year more or less.
 * @returns null when there are fewer than five
 */
export async function findPriceBand(database: Database, phone: PricedPhone): Promise<PriceBand | null> {
  const { productName, condition, yearsUsed, categoryId, exceptId = null } = phone
  const [row] = await database.$queryRaw<PriceBand[]>`
    WITH phone AS MATERIALIZED (SELECT search_text(${productName}) AS model), prices AS (
      SELECT live.price_cents AS cents
      FROM generate_series(${yearsUsed}::int - 1, ${yearsUsed}::int + 1) AS age CROSS JOIN LATERAL (
        SELECT s.listing_id, s.price_cents FROM listing_search s
        WHERE s.model = (SELECT model FROM phone) AND s.condition = ${condition}::condition
          AND s.category_id = ${categoryId}::uuid AND s.years_used = age
        ORDER BY s.listing_id DESC LIMIT ${LIVE_COUNTED}
      ) AS live WHERE live.listing_id IS DISTINCT FROM ${exceptId}::uuid
      UNION ALL
      SELECT o.price_cents
      FROM generate_series(${yearsUsed}::int - 1, ${yearsUsed}::int + 1) AS age CROSS JOIN LATERAL (
        SELECT l.id FROM listings l
        WHERE l.state = 'SOLD' AND search_text(l.product_name) = (SELECT model FROM phone)
          AND l.condition = ${condition}::condition AND l.category_id = ${categoryId}::uuid AND l.years_used = age
        ORDER BY l.posted_at DESC LIMIT ${SOLD_COUNTED}
      ) AS sold JOIN orders o ON o.listing_id = sold.id AND o.state IN ('PAID', 'COMPLETED')
      WHERE sold.id IS DISTINCT FROM ${exceptId}::uuid
    )
    SELECT (round(percentile_cont(0.25) WITHIN GROUP (ORDER BY cents) / 100) * 100)::int AS "lowCents",
      (round(percentile_cont(0.75) WITHIN GROUP (ORDER BY cents) / 100) * 100)::int AS "highCents",
      count(*)::int AS "sampleSize"
    FROM prices WHERE (SELECT model FROM phone) <> ''`
  return row && row.sampleSize >= BAND_SAMPLE_MIN ? row : null
}

/** Whether a price is far below its band: too good to be taken without care. */
export function isFarBelow(cents: number, band: PriceBand | null): boolean {
  return band !== null && cents < band.lowCents * FAR_BELOW
}
