import type { Condition } from '@second-ring/contracts/listings/listing'
import { BAND_SAMPLE_MIN, FAR_BELOW, type PriceBand } from '@second-ring/contracts/listings/price-band'
import { type Database, poolOf } from '@second-ring/database'

export interface PricedPhone {
  productName: string
  condition: Condition
  yearsUsed: number
  categoryId: string
  /** A listing that is not to be counted: the one that is asked about. */
  exceptId?: string
}

/** How many phones of one age are counted, the last ones: so a band costs the same however many there are. */
const LIVE_COUNTED = 20
const SOLD_COUNTED = 10

// Read from an index alone: every column that it asks for is in it.
const last = (table: 'listing_search' | 'sold_phones', count: number) => `
  SELECT counted.price_cents FROM generate_series(phone.years_used - 1, phone.years_used + 1) AS age CROSS JOIN LATERAL (
    SELECT s.listing_id, s.price_cents FROM ${table} s
    WHERE s.model = phone.model AND s.condition = phone.condition AND s.category_id = phone.category_id
      AND s.years_used = age
    ORDER BY s.listing_id DESC LIMIT ${count}
  ) AS counted WHERE counted.listing_id IS DISTINCT FROM phone.except_id`

/**
 * The band of a row `phone` that stands beside it in a statement, of `model`, `condition`, `category_id`, `years_used` and
 * `except_id`; {@link toBand} says whether it is one.
 */
export const bandOfPhone = `
  SELECT (round(ends[1] / 100) * 100)::int AS "lowCents", (round(ends[2] / 100) * 100)::int AS "highCents", "sampleSize"
  FROM (
    SELECT percentile_cont(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY price_cents) AS ends, count(*)::int AS "sampleSize"
    FROM (${last('listing_search', LIVE_COUNTED)} UNION ALL ${last('sold_phones', SOLD_COUNTED)}) AS prices
    WHERE phone.model <> ''
  ) AS sample`

/** A band as the statement answers it. */
export interface BandRow {
  lowCents: number | null
  highCents: number | null
  sampleSize: number
}

export function toBand({ lowCents, highCents, sampleSize }: BandRow): PriceBand | null {
  if (lowCents === null || highCents === null || sampleSize < BAND_SAMPLE_MIN) return null
  return { lowCents, highCents, sampleSize }
}

const priceBand = {
  name: 'price-band',
  text: `SELECT band.* FROM (
      SELECT search_text($1) AS model, $2::condition AS condition, $3::uuid AS category_id, $4::int AS years_used,
        $5::uuid AS except_id OFFSET 0
    ) AS phone CROSS JOIN LATERAL (${bandOfPhone}) AS band`,
}

/**
 * What half of the phones like this one cost: those that were sold here, at what was paid, and those for sale, of the same
 * category, name, condition and age, a year more or less; of each age the last ones.
 * @returns null when there are fewer than five
 */
export async function findPriceBand(database: Database, phone: PricedPhone): Promise<PriceBand | null> {
  const { productName, condition, yearsUsed, categoryId, exceptId = null } = phone
  const values = [productName, condition, categoryId, yearsUsed, exceptId]
  const { rows } = await poolOf(database).query<BandRow>({ ...priceBand, values })
  return rows[0] ? toBand(rows[0]) : null
}

/** Whether a price is far below its band: too good to be taken without care. */
export function isFarBelow(cents: number, band: PriceBand | null): boolean {
  return band !== null && cents < band.lowCents * FAR_BELOW
}
