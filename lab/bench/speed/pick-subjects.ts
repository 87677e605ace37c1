import pg from 'pg'

/** A phone that may be booked. */
export interface Bookable {
  id: string
  productName: string
  cents: number
}

/** What of a catalogue is asked for. */
export interface Subjects {
  /** The largest first. */
  categories: { id: string; available: number }[]
  buyers: { id: string; email: string }[]
  listings: string[]
  bookables: Bookable[]
  /** Others, for the load under which the memory is watched. */
  moreBookables: Bookable[]
  /** Where page 1,000 of the largest category begins, or the last full one of a smaller one. */
  farPage: { number: number; at: Date; id: string }
  /** A seller, and a phone of theirs on the first page of a category. */
  edited: { sellerId: string; listingId: string; categoryId: string; description: string }
}

const PAGE = 20
const FAR_PAGE = 1000

/** Picks the same of the same catalogue each time. */
export async function pickSubjects(
  databaseUrl: string,
  { bookings, moreBookings }: { bookings: number; moreBookings: number },
): Promise<Subjects> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const all = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await client.query<Row>(sql, values)).rows
  try {
    const categories = await all<{ id: string; available: number }>(
      `SELECT category_id AS id, count(*)::int AS available FROM listings WHERE state = 'AVAILABLE'
       GROUP BY 1 ORDER BY 2 DESC, 1`,
    )
    const largest = one(categories)
    const number = Math.min(FAR_PAGE, Math.floor(largest.available / PAGE) - 1)
    const far = await all<{ at: Date; id: string }>(
      `SELECT posted_at AS at, id FROM listings WHERE state = 'AVAILABLE' AND category_id = $1
       ORDER BY posted_at DESC, id DESC OFFSET $2 LIMIT 1`,
      [largest.id, (number - 1) * PAGE - 1],
    )
    const edited = await all<Subjects['edited']>(
      `SELECT seller_id AS "sellerId", id AS "listingId", category_id AS "categoryId", description FROM listings
       WHERE state = 'AVAILABLE' AND category_id = $1 ORDER BY posted_at DESC, id DESC LIMIT 1`,
      [one(categories.slice(-1)).id],
    )
    const bookables = await all<Bookable>(
      `SELECT id, product_name AS "productName", resale_price_cents AS cents FROM listings
       WHERE state = 'AVAILABLE' AND advertised_at IS NULL AND id <> $2 ORDER BY md5(id::text || 'b') LIMIT $1`,
      [bookings + moreBookings, one(edited).listingId],
    )
    const end = Math.max(0, bookables.length - moreBookings)
    await client.query('INSERT INTO sessions (id, user_id) SELECT id, id FROM users ON CONFLICT DO NOTHING')
    return {
      categories,
      buyers: await all(
        `SELECT u.id, u.email FROM users u JOIN orders o ON o.buyer_id = u.id GROUP BY u.id
         HAVING count(*) BETWEEN 5 AND 40 ORDER BY md5(u.id::text) LIMIT 200`,
      ),
      listings: (
        await all<{ id: string }>(`SELECT id FROM listings WHERE state = 'AVAILABLE' ORDER BY md5(id::text) LIMIT 200`)
      ).map(({ id }) => id),
      bookables: bookables.slice(0, end),
      moreBookables: bookables.slice(end),
      farPage: { number, ...one(far) },
      edited: one(edited),
    }
  } finally {
    await client.end()
  }
}

function one<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('The catalogue is too small')
  return row
}
