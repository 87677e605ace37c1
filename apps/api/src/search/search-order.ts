import { Prisma } from '@second-ring/database'
import type { RankedPosition } from '../platform/keyset.ts'

/** An order in which an index of `listing_search` (as `s`) gives its rows. */
export interface SearchOrder {
  by: Prisma.Sql
  after: (position: RankedPosition) => Prisma.Sql
}

export const newestFirst: SearchOrder = {
  by: Prisma.sql`s.posted_at DESC, s.listing_id DESC`,
  after: ({ at, id }) => Prisma.sql`(s.posted_at, s.listing_id) < (${at}::timestamptz, ${id}::uuid)`,
}

export const cheapestFirst: SearchOrder = {
  by: Prisma.sql`s.price_cents, s.listing_id`,
  after: ({ rank, id }) => Prisma.sql`(s.price_cents, s.listing_id) > (${rank}::int, ${id}::uuid)`,
}

export const dearestFirst: SearchOrder = {
  by: Prisma.sql`s.price_cents DESC, s.listing_id DESC`,
  after: ({ rank, id }) => Prisma.sql`(s.price_cents, s.listing_id) < (${rank}::int, ${id}::uuid)`,
}
