import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { ListingState } from '../listings/listing.ts'
import { WATCHED_MAX } from './bounds.ts'

const NO_SWITCH = 'Send true or false'

/** What a screen watches, as the query of its stream. */
export const WatchInput = z.object({
  /** Listings, with commas between. */
  listingIds: z.pipe(
    z.pipe(
      z._default(z.string(), ''),
      z.transform(text => (text === '' ? [] : text.split(','))),
    ),
    z.array(Id).check(z.maxLength(WATCHED_MAX)),
  ),
  /** Unread notices and orders, for those alone who are signed in. */
  notices: z.pipe(
    z._default(z.enum(['true', 'false'], NO_SWITCH), 'false'),
    z.transform(text => text === 'true'),
  ),
})
export type WatchInput = z.infer<typeof WatchInput>

/** Where a listing stands now. */
export const LiveStatus = z.object({ id: Id, state: ListingState, resalePriceCents: z.int() })
export type LiveStatus = z.infer<typeof LiveStatus>

/** What a stream says at its start, and again when it has changed; of orders only that they have. */
export const LiveEvent = z.strictObject({
  unread: z.optional(z.int()),
  /** An order of the caller has changed, as its buyer or as its seller. */
  orders: z.optional(z.literal('changed')),
  /** Those that have changed since the stream named them, all of them at its start. */
  listings: z.optional(z.array(LiveStatus)),
})
export type LiveEvent = z.infer<typeof LiveEvent>
