import { Prisma } from '@second-ring/database'
import type { RankedPosition } from '#platform/keyset.ts'
import type { Hit } from './find-hits.ts'

/** An order in which an index of `listing_search` (as `s`) gives its rows. */
export interface SearchOrder {
  by: Prisma.Sql
  after: (position: RankedPosition) => Prisma.Sql
  /** No further than this hit. */
  before: (hit: Hit) => Prisma.Sql
  /** The same order for rows that were read. Ids are in lower case, which sorts as PostgreSQL's uuid does. */
  compare: (one: Hit, other: Hit) => number
}

export const newestFirst: SearchOrder = {
  by: Prisma.sql`s.posted_at DESC, s.listing_id DESC`,
  after: ({ at, id }) => Prisma.sql`(s.posted_at, s.listing_id) < (${at}::timestamptz, ${id}::uuid)`,
  before: ({ at, id }) => Prisma.sql`(s.posted_at, s.listing_id) >= (${at}::timestamptz, ${id}::uuid)`,
  compare: (one, other) => other.at.getTime() - one.at.getTime() || byId(other, one),
}

export const cheapestFirst: SearchOrder = {
  by: Prisma.sql`s.price_cents, s.listing_id`,
  after: ({ rank, id }) => Prisma.sql`(s.price_cents, s.listing_id) > (${rank}::int, ${id}::uuid)`,
  before: ({ cents, id }) => Prisma.sql`(s.price_cents, s.listing_id) <= (${cents}::int, ${id}::uuid)`,
  compare: (one, other) => one.cents - other.cents || byId(one, other),
}

export const dearestFirst: SearchOrder = {
  by: Prisma.sql`s.price_cents DESC, s.listing_id DESC`,
  after: ({ rank, id }) => Prisma.sql`(s.price_cents, s.listing_id) < (${rank}::int, ${id}::uuid)`,
  before: ({ cents, id }) => Prisma.sql`(s.price_cents, s.listing_id) >= (${cents}::int, ${id}::uuid)`,
  compare: (one, other) => other.cents - one.cents || byId(other, one),
}

function byId(one: Hit, other: Hit): number {
  return one.id < other.id ? -1 : 1
}
