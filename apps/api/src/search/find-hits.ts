import { type Database, Prisma } from '@second-ring/database'
import type { RankedPosition } from '../platform/keyset.ts'
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
  limit: number
}

/** How many rows a walk looks at: about 2 ms of work. */
const WALK_MAX = 3000
const columns = Prisma.sql`s.listing_id AS id, s.posted_at AS at, s.price_cents AS cents`

/**
 * The next hits. What is frequent is found by walking along the order's index, at most 3,000 rows of it; only when that is
 * not enough are all matches gathered by their own indexes and sorted, and then there are few. So neither grows with the
 * market as long as matches are spread over it.
 */
export async function findHits(database: Database, hits: Hits, { after, limit }: Stretch): Promise<Hit[]> {
  const { order, wanted } = hits
  const indexed = [...hits.indexed, ...(after ? [order.after(after)] : [])]
  if (wanted.length === 0) {
    return database.$queryRaw`
      SELECT ${columns} FROM listing_search s WHERE ${all(indexed)} ORDER BY ${order.by} LIMIT ${limit}`
  }
  const near = await database.$queryRaw<Hit[]>`
    SELECT ${columns}
    FROM (SELECT * FROM listing_search s WHERE ${all(indexed)} ORDER BY ${order.by} LIMIT ${WALK_MAX}) AS s
    WHERE ${all(wanted)} ORDER BY ${order.by} LIMIT ${limit}`
  if (near.length === limit) return near
  return database.$queryRaw`
    WITH s AS MATERIALIZED (
      SELECT s.listing_id, s.posted_at, s.price_cents FROM listing_search s WHERE ${all([...indexed, ...wanted])}
    )
    SELECT ${columns} FROM s ORDER BY ${order.by} LIMIT ${limit}`
}

/** The next hits of these models: each model's rows stand in order in an index, and the first of each are merged. */
export async function findHitsOfModels(
  database: Database,
  models: string[],
  { order, indexed, wanted, after, limit }: Hits & Stretch,
): Promise<Hit[]> {
  if (models.length === 0) return []
  const conditions = [...indexed, ...wanted, ...(after ? [order.after(after)] : [])]
  // As one truth the conditions are held against each row; an index for one of them would give the rows out of order.
  return database.$queryRaw`
    SELECT ${columns}
    FROM unnest(${models}::text[]) AS one(model) CROSS JOIN LATERAL (
      SELECT * FROM listing_search s
      WHERE s.model = one.model AND (${all(conditions)}) IS TRUE ORDER BY ${order.by} LIMIT ${limit}
    ) AS s
    ORDER BY ${order.by} LIMIT ${limit}`
}
