import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { ListingState } from '../listings/listing.ts'
import { paragraph } from '../text.ts'

/** An admin’s reason or note: so many characters at most. */
export const DECISION_MAX_LENGTH = 500

/** What an admin fills in to remove somebody’s listing; its seller reads the reason. */
export const RemoveAnyListingForm = z.object({ reason: paragraph('Reason is required', DECISION_MAX_LENGTH) })
export type RemoveAnyListingForm = z.infer<typeof RemoveAnyListingForm>
export const RemoveAnyListingInput = z.extend(RemoveAnyListingForm, { listingId: Id })
export type RemoveAnyListingInput = z.infer<typeof RemoveAnyListingInput>
/** `changed` is false for a listing that was removed already. */
export const RemoveAnyListingOutput = z.object({ listingId: Id, changed: z.boolean() })
export type RemoveAnyListingOutput = z.infer<typeof RemoveAnyListingOutput>

export const PreviewListingRemovalInput = z.object({ listingId: Id })
export type PreviewListingRemovalInput = z.infer<typeof PreviewListingRemovalInput>
/** What removing a listing would do, as things stand now. */
export const ListingRemovalPreview = z.object({
  productName: z.string(),
  state: ListingState,
  /** Whether an unpaid booking of it would end. */
  booked: z.boolean(),
  /** The paid order that stands against it until it is refunded; null without one. */
  paidOrderId: z.nullable(Id),
  /** How many wait for the phone, or are offered it; they are notified. */
  waiting: z.int(),
  /** How many open reports would be closed. */
  reports: z.int(),
})
export type ListingRemovalPreview = z.infer<typeof ListingRemovalPreview>

/** The body of the REST call that removes a listing. */
export const RestListingRemoval = RemoveAnyListingForm
