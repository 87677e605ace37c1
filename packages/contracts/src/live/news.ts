import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { ListingState } from '../listings/listing.ts'
import { WATCHED_MAX } from './bounds.ts'

/** What a screen wants to be told of as it changes: listings, and how many of the caller's notices are unread. */
export const WatchNewsInput = z.object({
  listingIds: z._default(z.array(Id).check(z.maxLength(WATCHED_MAX)), []),
  /** For those alone who are signed in. */
  notices: z._default(z.boolean(), false),
})
export type WatchNewsInput = z.infer<typeof WatchNewsInput>

/** Where a listing stands now. */
export const Standing = z.object({ id: Id, state: ListingState, resalePriceCents: z.int() })
export type Standing = z.infer<typeof Standing>

/** What a stream tells at its start, and again when it has changed. */
export const News = z.object({
  unread: z.optional(z.int()),
  /** Those that have changed since the stream told of them, all of them at its start. */
  listings: z.optional(z.array(Standing)),
})
export type News = z.infer<typeof News>
