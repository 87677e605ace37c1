import type { Condition } from '@second-ring/contracts/listings/listing'
import { ESTIMATE_SAMPLE_MIN, FAR_BELOW, type PriceEstimate } from '@second-ring/contracts/listings/price-estimate'
import { type Database, type Parameters, prepare, query } from '@second-ring/database'
import { type Expression, sql } from 'kysely'
import { isTrusted, isVerified } from '#identity/trusted-user.ts'

export interface PricedPhone {
  productName: string
  condition: Condition
  yearsUsed: number
  categoryId: string
  /** A seller whose own phones do not count: the one whose price is judged. */
  exceptSellerId?: string
}

/** Of how many sellers the phones of one age are counted, the last ones: so an estimate costs the same however many there are. */
const LIVE_COUNTED = 20
const SOLD_COUNTED = 10
/** Among how many of the last phones of one age these sellers are looked for. */
const PHONES_READ = 1000

/**
 * A price counts up to so many median absolute deviations from the median, which fewer than half of the sellers do not
 * move far. The deviation is taken as this part of the median at least, since many may ask the same.
 */
const DEVIATIONS = 3
const DEVIATION_MIN = 0.05

type Measured = Omit<PricedPhone, 'exceptSellerId'> & { exceptSellerId: string | null }

const percentile = (share: number, of: Expression<unknown>) =>
  sql<number | null>`percentile_cont(${sql.lit(share)}) WITHIN GROUP (ORDER BY ${of})`

const measurePrices = prepare((parameter: Parameters<Measured>) => {
  const model = sql<string>`search_text(${parameter('productName')})`
  const yearsUsed = sql<number>`${parameter('yearsUsed')}::int`
  const ages = sql<{ age: number }>`generate_series(${yearsUsed} - 1, ${yearsUsed} + 1)`.as<'ages'>(sql`ages(age)`)
  // An index-only scan: the index holds every column of the query.
  const lastOf = (table: 'listing_search' | 'sold_phones') =>
    query
      .selectFrom(table)
      .where('model', '=', model)
      .where(model, '<>', '')
      .where('condition', '=', parameter('condition'))
      .where('category_id', '=', parameter('categoryId'))
      .where('years_used', '=', sql<number>`ages.age`)
      .orderBy('listing_id', 'desc')
      .limit(PHONES_READ)
      .select(['listing_id', 'price_cents', 'seller_id'])
  const live = query
    .selectFrom(lastOf('listing_search').as('last'))
    .distinctOn('seller_id')
    .orderBy('seller_id')
    .orderBy('listing_id', 'desc')
    .select(['listing_id', 'price_cents', 'seller_id', sql<string>`seller_id`.as('counted_id')])
  const sold = query
    .selectFrom(lastOf('sold_phones').select('buyer_id').as('last'))
    .distinctOn('buyer_id')
    .orderBy('buyer_id')
    .orderBy('listing_id', 'desc')
    .select(['listing_id', 'price_cents', 'seller_id', 'buyer_id as counted_id'])
  const lastSellers = (phones: typeof live, count: number, isSold: boolean) =>
    query
      .selectFrom(ages)
      .innerJoinLateral(
        query
          .selectFrom(query.selectFrom(phones.as('p')).selectAll().orderBy('listing_id', 'desc').offset(0).as('p'))
          .where(isTrusted('p.seller_id'))
          // A price costs nothing to ask: an admin has looked at those who ask it.
          .where(isSold ? isTrusted('p.counted_id') : isVerified('p.seller_id'))
          .where(sql<boolean>`p.seller_id IS DISTINCT FROM ${parameter('exceptSellerId')}::uuid`)
          // In the order of the subquery: the users of the first rows alone are looked up.
          .limit(count)
          .select(['p.listing_id', 'p.price_cents', 'p.seller_id'])
          .as('phones'),
        join => join.onTrue(),
      )
      .select([
        'phones.listing_id',
        'phones.price_cents',
        'phones.seller_id',
        sql<boolean>`${sql.lit(isSold)}`.as('is_sold'),
      ])
  const prices = query
    .selectFrom(
      lastSellers(live, LIVE_COUNTED, false)
        .unionAll(lastSellers(sold, SOLD_COUNTED, true))
        .as('phones'),
    )
    .distinctOn('seller_id')
    .orderBy('seller_id')
    .orderBy('is_sold', 'desc')
    .orderBy('listing_id', 'desc')
    .select(['price_cents', 'is_sold'])
  const fromMiddle = sql<number>`abs(price_cents - middle.cents)`
  const counts = sql<boolean>`(is_sold AND sales.count >= ${sql.lit(ESTIMATE_SAMPLE_MIN)}) OR ${fromMiddle} <= ${sql.lit(DEVIATIONS)} * greatest(deviation.cents, middle.cents * ${sql.lit(DEVIATION_MIN)})`
  const quartile = (share: number) =>
    sql<number | null>`(round(${percentile(share, sql.ref('price_cents'))} / 100) * 100)::int`
  return query
    .with('prices', () => prices)
    .with('middle', db => db.selectFrom('prices').select(percentile(0.5, sql.ref('price_cents')).as('cents')))
    .with('deviation', db => db.selectFrom(['prices', 'middle']).select(percentile(0.5, fromMiddle).as('cents')))
    .with('sales', db =>
      db
        .selectFrom('prices')
        .where('is_sold', '=', true)
        .select(({ fn }) => fn.countAll<number>().as('count')),
    )
    .selectFrom(['prices', 'middle', 'deviation', 'sales'])
    .where(counts)
    .select([
      quartile(0.25).as('lowCents'),
      quartile(0.75).as('highCents'),
      sql<number>`count(*)::int`.as('sampleSize'),
    ])
})

/**
 * Estimates the price of a phone: the quartiles of what was paid for like phones and of what verified sellers ask. Like
 * phones have the same category, name and condition, and their age differs by a year at most; of each age the last count.
 * A trusted seller counts once, with what was paid where there is that, and so does a buyer. Prices far from the
 * median are left out first, so one account moves a quartile as far as the next seller's price at most. Paid ones are too, unless
 * as many were paid as an estimate needs: the accounts of one person pay each other what they like.
 * @returns null when fewer than ESTIMATE_SAMPLE_MIN remain
 */
export async function estimatePrice(database: Database, phone: PricedPhone): Promise<PriceEstimate | null> {
  const [{ lowCents, highCents, sampleSize } = { lowCents: null, highCents: null, sampleSize: 0 }] =
    await measurePrices(database, { ...phone, exceptSellerId: phone.exceptSellerId ?? null })
  if (lowCents === null || highCents === null || sampleSize < ESTIMATE_SAMPLE_MIN) return null
  return { lowCents, highCents, sampleSize }
}

/** Whether a price is far below its estimate, so that buyers are warned. */
export function isFarBelow(cents: number, estimate: PriceEstimate | null): boolean {
  return estimate !== null && cents < estimate.lowCents * FAR_BELOW
}
