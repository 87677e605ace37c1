import { selectListings } from '@second-ring/api/listings/listing-rows'
import { isSelling } from '@second-ring/api/listings/selling-user'
import { sql } from 'kysely'
import type pg from 'pg'

// A listing's page: the product's statement, word for word, and what is made of it.
const last = (table: string, count: number) => `
  SELECT counted.price_cents FROM generate_series(phone.years_used - 1, phone.years_used + 1) AS age CROSS JOIN LATERAL (
    SELECT s.listing_id, s.price_cents FROM ${table} s
    WHERE s.model = phone.model AND s.condition = phone.condition AND s.category_id = phone.category_id
      AND s.years_used = age
    ORDER BY s.listing_id DESC LIMIT ${count}
  ) AS counted WHERE counted.listing_id IS DISTINCT FROM phone.except_id`
const band = `
  SELECT (round(ends[1] / 100) * 100)::int AS "lowCents", (round(ends[2] / 100) * 100)::int AS "highCents", "sampleSize"
  FROM (
    SELECT percentile_cont(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY price_cents) AS ends, count(*)::int AS "sampleSize"
    FROM (${last('listing_search', 20)} UNION ALL ${last('sold_phones', 10)}) AS prices
    WHERE phone.model <> ''
  ) AS sample`
const prices = sql`(SELECT coalesce(json_agg(json_build_object('cents', p.cents, 'since', p.since) ORDER BY p.id DESC), '[]')
  FROM (SELECT id, cents, since FROM listing_prices p WHERE p.listing_id = l.id ORDER BY id DESC LIMIT 50) AS p)`
const sold = sql`(SELECT count(*)::int FROM (
  SELECT FROM listings s WHERE s.seller_id = l.seller_id AND s.state = 'SOLD' LIMIT 1000) AS sold)`
const phone = sql`(SELECT search_text(l.product_name) AS model, l.condition, l.category_id, l.years_used, l.id AS except_id OFFSET 0)`
const page = selectListings
  .innerJoin('categories as c', 'c.id', 'l.category_id')
  .innerJoin(sql`LATERAL ${phone}`.as<'phone'>(sql`phone`), join => join.onTrue())
  .innerJoin(sql`LATERAL (${sql.raw(band)})`.as<'band'>(sql`band`), join => join.onTrue())
  .select([
    'c.name as categoryName',
    'c.slug as categorySlug',
    isSelling.as('sellerHasPage'),
    'l.images',
    prices.as('prices'),
    sold.as('sellerSold'),
  ])
  .select([sql`"lowCents"`.as('lowCents'), sql`"highCents"`.as('highCents'), sql`"sampleSize"`.as('sampleSize')])
  .where('l.id', '=', sql<string>`$1`)
  .where('l.state', '<>', sql.lit('REMOVED'))
  .compile().sql

interface Row {
  sellerEmail: string
  id: string
  images: string[]
  resalePriceCents: number
  state: string
  prices: { cents: number; since: string }[]
  lowCents: number
  highCents: number
  sampleSize: number
}

/** One listing as the product's typed API answers it. */
export async function readListing(pool: pg.Pool, id: string) {
  const [row] = (await pool.query<Row>({ name: 'listing', text: page, values: [id] })).rows
  if (!row) return null
  const { lowCents, highCents, sampleSize, sellerEmail, ...told } = row
  const itsBand = sampleSize >= 5 ? { lowCents, highCents, sampleSize } : null
  const images = row.images.map(url => ({ url }))
  const prices = row.prices.map(({ cents, since }) => ({ cents, since: new Date(since) }))
  const caution = row.state !== 'SOLD' && itsBand !== null && row.resalePriceCents < lowCents * 0.6
  return { result: { data: { ...told, image: images[0], images, prices, band: itsBand, caution } } }
}
