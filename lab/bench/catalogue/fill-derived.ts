import type pg from 'pg'

/** What triggers write beside the listings, which are off while these are loaded; of each table, if it is there. */
const derived: [table: string, fill: string][] = [
  [
    'listing_search',
    `INSERT INTO listing_search (listing_id, category_id, seller_id, model, location, condition, price_cents, years_used,
       posted_at, search)
     SELECT id, category_id, seller_id, search_text(product_name), location, condition, resale_price_cents, years_used,
       posted_at, search_vector(product_name, location, description)
     FROM listings WHERE state = 'AVAILABLE'`,
  ],
  [
    'search_models',
    `INSERT INTO search_models (model, name, is_common)
     SELECT s.model, min(l.product_name), count(DISTINCT s.seller_id) >= 4 FROM listing_search s
     JOIN listings l ON l.id = s.listing_id WHERE s.model <> '' GROUP BY 1`,
  ],
  [
    'search_words',
    `INSERT INTO search_words (word, sellers) SELECT word, count(DISTINCT seller_id)
     FROM (SELECT DISTINCT model, seller_id FROM listing_search) AS pairs, unnest(string_to_array(model, ' ')) AS word
     WHERE length(word) BETWEEN 3 AND 64 GROUP BY word HAVING count(DISTINCT seller_id) >= 4`,
  ],
  [
    'sold_phones',
    `INSERT INTO sold_phones (listing_id, order_id, seller_id, buyer_id, category_id, model, condition, price_cents, years_used)
     SELECT l.id, o.id, l.seller_id, o.buyer_id, l.category_id, search_text(l.product_name), l.condition, o.price_cents,
       l.years_used
     FROM orders o JOIN listings l ON l.id = o.listing_id WHERE o.state = 'HANDED_OVER' AND o.price_cents >= 2000`,
  ],
  [
    'listing_prices',
    'INSERT INTO listing_prices (listing_id, cents, since) SELECT id, resale_price_cents, posted_at FROM listings',
  ],
]

/** The tables that are filled in the end, of those that this schema has. */
export async function derivedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [derived.map(([table]) => table)],
  )
  return rows.map(({ name }) => name)
}

export async function fillDerived(client: pg.Client): Promise<void> {
  const there = await derivedTables(client)
  for (const [table, fill] of derived) if (there.includes(table)) await client.query(fill)
}
