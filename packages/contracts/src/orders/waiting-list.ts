import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'

/** How long the first in line may book a phone that has become free, alone, in hours. */
export const OFFER_HOURS = 2

/** Puts the caller on the waiting list of a reserved phone; repeated, it changes nothing. */
export const JoinWaitingListInput = z.object({ listingId: Id })
export type JoinWaitingListInput = z.infer<typeof JoinWaitingListInput>
export const LeaveWaitingListInput = JoinWaitingListInput
export type LeaveWaitingListInput = z.infer<typeof LeaveWaitingListInput>
export const WaitingListOutput = z.object({ listingId: Id })

/** A line that the caller stands in. */
export const WaitingPlace = z.object({
  listingId: Id,
  productName: z.string(),
  /** How many are before them. */
  ahead: z.int(),
  /** Whether another has paid it: the place counts in case that sale does not happen. */
  sold: z.boolean(),
  /** Until when they alone may book it; null while they wait. */
  offeredUntil: z.nullable(Instant),
})
export type WaitingPlace = z.infer<typeof WaitingPlace>
export const MyWaitingPlacesOutput = z.array(WaitingPlace)
