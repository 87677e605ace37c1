import type { Condition } from '@second-ring/contracts/listings/listing'
import { ESTIMATE_SAMPLE_MIN, FAR_BELOW, type PriceEstimate } from '@second-ring/contracts/listings/price-estimate'
import { type Database, type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'

export interface PricedPhone {
  productName: string
  condition: Condition
  yearsUsed: number
  categoryId: string
  /** A listing that does not count: the one whose price is estimated. */
  exceptId?: string
}

/** How many phones of one age are counted, the last ones: so an estimate costs the same however many there are. */
const LIVE_COUNTED = 20
const SOLD_COUNTED = 10

const measurePrices = prepare((parameter: Parameters<Omit<PricedPhone, 'exceptId'> & { exceptId: string | null }>) => {
  const model = sql<string>`search_text(${parameter('productName')})`
  const yearsUsed = sql<number>`${parameter('yearsUsed')}::int`
  const ages = sql<{ age: number }>`generate_series(${yearsUsed} - 1, ${yearsUsed} + 1)`.as<'ages'>(sql`ages(age)`)
  // An index-only scan: the index holds every column of the query.
  const lastOf = (table: 'listing_search' | 'sold_phones', count: number) =>
    query
      .selectFrom(ages)
      .innerJoinLateral(
        ({ selectFrom }) =>
          selectFrom(table)
            .select(['listing_id', 'price_cents'])
            .where('model', '=', model)
            .where('condition', '=', parameter('condition'))
            .where('category_id', '=', parameter('categoryId'))
            .whereRef('years_used', '=', 'ages.age')
            .orderBy('listing_id', 'desc')
            .limit(count)
            .as('counted'),
        join => join.onTrue(),
      )
      .where('counted.listing_id', 'is distinct from', parameter('exceptId'))
      .where(model, '<>', '')
      .select('counted.price_cents')
  const quartile = (share: number) =>
    sql<number | null>`(round(percentile_cont(${sql.lit(share)}) WITHIN GROUP (ORDER BY price_cents) / 100) * 100)::int`
  return query
    .selectFrom(lastOf('listing_search', LIVE_COUNTED).unionAll(lastOf('sold_phones', SOLD_COUNTED)).as('prices'))
    .select([
      quartile(0.25).as('lowCents'),
      quartile(0.75).as('highCents'),
      sql<number>`count(*)::int`.as('sampleSize'),
    ])
})

/**
 * Estimates the price of a phone: the quartiles of what was paid for like phones and of the prices of those for sale. Like
 * phones have the same category, name and condition, and their age differs by a year at most; of each age the last count.
 * @returns null when there are fewer than five
 */
export async function estimatePrice(database: Database, phone: PricedPhone): Promise<PriceEstimate | null> {
  const [{ lowCents, highCents, sampleSize } = { lowCents: null, highCents: null, sampleSize: 0 }] =
    await measurePrices(database, { ...phone, exceptId: phone.exceptId ?? null })
  if (lowCents === null || highCents === null || sampleSize < ESTIMATE_SAMPLE_MIN) return null
  return { lowCents, highCents, sampleSize }
}

/** Whether a price is far below its estimate, so that buyers are warned. */
export function isFarBelow(cents: number, estimate: PriceEstimate | null): boolean {
  return estimate !== null && cents < estimate.lowCents * FAR_BELOW
}
