import type pg from 'pg'

// A listing's page: the two statements of the product, and what is made of them.
const page = `SELECT l.id, l.category_id AS "categoryId", c.name AS "categoryName", l.product_name AS "productName",
    l.images, l.condition::text AS condition, l.description, l.location, l.resale_price_cents AS "resalePriceCents",
    l.original_price_cents AS "originalPriceCents", l.years_used AS "yearsUsed",
    l.year_of_purchase AS "yearOfPurchase", l.seller_id AS "sellerId", l.seller_name AS "sellerName",
    u.verified_at IS NOT NULL AS "sellerVerified", l.posted_at AS "postedAt", l.advertised_at AS "advertisedAt",
    l.state::text AS state,
    (SELECT count(*)::int FROM (
      SELECT FROM listings s WHERE s.seller_id = l.seller_id AND s.state = 'SOLD' LIMIT 1000
    ) AS sold) AS "sellerSold",
    (SELECT coalesce(json_agg(p ORDER BY p.id DESC), '[]') FROM (
      SELECT id, cents, since FROM listing_prices p WHERE p.listing_id = l.id ORDER BY id DESC LIMIT 50
    ) AS p) AS prices
  FROM listings l JOIN categories c ON c.id = l.category_id JOIN users u ON u.id = l.seller_id
  WHERE l.id = $1 AND l.state <> 'REMOVED'`
const band = `WITH phone AS MATERIALIZED (SELECT search_text($1) AS model), prices AS (
    SELECT live.price_cents AS cents
    FROM generate_series($2::int - 1, $2::int + 1) AS age CROSS JOIN LATERAL (
      SELECT s.listing_id, s.price_cents FROM listing_search s
      WHERE s.model = (SELECT model FROM phone) AND s.condition = $3::condition
        AND s.category_id = $4::uuid AND s.years_used = age
      ORDER BY s.listing_id DESC LIMIT 500
    ) AS live WHERE live.listing_id IS DISTINCT FROM $5::uuid
    UNION ALL
    SELECT o.price_cents
    FROM generate_series($2::int - 1, $2::int + 1) AS age CROSS JOIN LATERAL (
      SELECT l.id FROM listings l
      WHERE l.state = 'SOLD' AND search_text(l.product_name) = (SELECT model FROM phone)
        AND l.condition = $3::condition AND l.category_id = $4::uuid AND l.years_used = age
      ORDER BY l.posted_at DESC LIMIT 100
    ) AS sold JOIN orders o ON o.listing_id = sold.id AND o.state IN ('PAID', 'COMPLETED')
    WHERE sold.id IS DISTINCT FROM $5::uuid
  )
  SELECT (round(percentile_cont(0.25) WITHIN GROUP (ORDER BY cents) / 100) * 100)::int AS "lowCents",
    (round(percentile_cont(0.75) WITHIN GROUP (ORDER BY cents) / 100) * 100)::int AS "highCents",
    count(*)::int AS "sampleSize"
  FROM prices WHERE (SELECT model FROM phone) <> ''`

interface Row {
  id: string
  productName: string
  yearsUsed: number
  condition: string
  categoryId: string
  images: string[]
  resalePriceCents: number
  state: string
  prices: { cents: number; since: string }[]
}

interface Band {
  lowCents: number
  highCents: number
  sampleSize: number
}

/** One listing as the product's typed face answers it. */
export async function readListing(pool: pg.Pool, id: string) {
  const [row] = (await pool.query<Row>({ name: 'listing', text: page, values: [id] })).rows
  if (!row) return null
  const values = [row.productName, row.yearsUsed, row.condition, row.categoryId, id]
  const [found] = (await pool.query<Band>({ name: 'band', text: band, values })).rows
  const itsBand = found && found.sampleSize >= 5 ? found : null
  const images = row.images.map(url => ({ url }))
  const prices = row.prices.map(({ cents, since }) => ({ cents, since: new Date(since) }))
  const caution = row.state !== 'SOLD' && itsBand !== null && row.resalePriceCents < itsBand.lowCents * 0.6
  return { result: { data: { ...row, image: images[0], images, prices, band: itsBand, caution } } }
}
