import { type Database, Prisma } from '@second-ring/database'
import type { RankedPosition } from '#platform/keyset.ts'
import { all } from './matching.ts'
import type { SearchOrder } from './search-order.ts'

/** A listing that was found, with what it is sorted by. */
export interface Hit {
  id: string
  at: Date
  cents: number
}

/** A list of hits: which rows of `listing_search`, in which order. */
export interface Hits {
  order: SearchOrder
  /** Conditions that the order's index answers too. */
  indexed: Prisma.Sql[]
  /** Conditions that every row has to be looked at for. */
  wanted: Prisma.Sql[]
}

export interface Stretch {
  after: RankedPosition | undefined
  /** A hit beyond which nothing is asked for. */
  until?: Hit | undefined
  limit: number
}

/** How many rows a walk looks at: a few milliseconds of work. */
const WALK_MAX = 3000
/** How many it looks at when there its end is: what is not found by then need not be gathered. */
const WALK_TO_END_MAX = 8000
const columns = Prisma.sql`s.listing_id AS id, s.posted_at AS at, s.price_cents AS cents`

/**
 * The next hits. What is frequent is found by walking along the order's index, at most 3,000 rows of it; only when that is
 * not enough are all matches gathered by their own indexes and sorted, and then there are few. So neither grows with the
 * market as long as matches are spread over it.
 */
export async function findHits(database: Database, hits: Hits, { after, until, limit }: Stretch): Promise<Hit[]> {
  const { order, wanted } = hits
  const bounds = [...(after ? [order.after(after)] : []), ...(until ? [order.before(until)] : [])]
  const indexed = [...hits.indexed, ...bounds]
  if (wanted.length === 0) {
    return database.$queryRaw`
      SELECT ${columns} FROM listing_search s WHERE ${all(indexed)} ORDER BY ${order.by} LIMIT ${limit}`
  }
  const isShort = until !== undefined && (await isWithin(database, indexed, WALK_TO_END_MAX))
  const near = await database.$queryRaw<Hit[]>`
    SELECT ${columns}
    FROM (SELECT * FROM listing_search s WHERE ${all(indexed)} ORDER BY ${order.by} 
      LIMIT ${isShort ? WALK_TO_END_MAX : WALK_MAX}) AS s
    WHERE ${all(wanted)} ORDER BY ${order.by} LIMIT ${limit}`
  if (near.length === limit || isShort) return near
  return database.$queryRaw`
    WITH s AS MATERIALIZED (
      SELECT s.listing_id, s.posted_at, s.price_cents FROM listing_search s WHERE ${all([...indexed, ...wanted])}
    )
    SELECT ${columns} FROM s ORDER BY ${order.by} LIMIT ${limit}`
}

async function isWithin(database: Database, indexed: Prisma.Sql[], rows: number): Promise<boolean> {
  const [counted] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (SELECT FROM listing_search s WHERE ${all(indexed)} LIMIT ${rows + 1}) AS s`
  return counted !== undefined && counted.count <= rows
}

/** The next hits of these models: each model's rows stand in order in an index, and the first of each are merged. */
export async function findHitsOfModels(
  database: Database,
  models: string[],
  { order, indexed, wanted, after, limit }: Hits & Stretch,
): Promise<Hit[]> {
  if (models.length === 0) return []
  const from = after ? order.after(after) : Prisma.sql`true`
  // As one truth the conditions are held against each row; an index for one of them would give the rows out of order.
  return database.$queryRaw`
    SELECT ${columns}
    FROM unnest(${models}::text[]) AS one(model) CROSS JOIN LATERAL (
      SELECT * FROM listing_search s
      WHERE s.model = one.model AND ${from} AND (${all([...indexed, ...wanted])}) IS TRUE
      ORDER BY ${order.by} LIMIT ${limit}
    ) AS s
    ORDER BY ${order.by} LIMIT ${limit}`
}
