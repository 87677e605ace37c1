import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { ListingState } from '../listings/listing.ts'
import { WATCHED_MAX } from './bounds.ts'

/** What a screen wants to be told of as it changes: listings, and for the caller their unread notices and their orders. */
export const WatchNewsInput = z.object({
  listingIds: z._default(z.array(Id).check(z.maxLength(WATCHED_MAX)), []),
  /** Unread notices and orders, for those alone who are signed in. */
  notices: z._default(z.boolean(), false),
})
export type WatchNewsInput = z.infer<typeof WatchNewsInput>

/** Where a listing stands now. */
export const Standing = z.object({ id: Id, state: ListingState, resalePriceCents: z.int() })
export type Standing = z.infer<typeof Standing>

/** What a stream tells at its start, and again when it has changed; of orders only that they have. */
export const News = z.object({
  unread: z.optional(z.int()),
  /** An order of the caller has changed, as its buyer or as its seller. */
  orders: z.optional(z.literal('changed')),
  /** Those that have changed since the stream told of them, all of them at its start. */
  listings: z.optional(z.array(Standing)),
})
export type News = z.infer<typeof News>
