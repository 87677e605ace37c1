import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { line } from '../text.ts'
import { REASON_MAX_LENGTH } from './end-order.ts'

/** How long the other side can accept that a paid order is cancelled, in hours; silence is a no. */
export const CANCELLATION_HOURS = 48

/** Why one side wants to cancel a paid order; the other side reads it. */
export const ProposeCancellationForm = z.object({
  reason: line('Reason is required', REASON_MAX_LENGTH),
  /** The seller says whether the phone is for sale again; without it, or of a buyer, it is not. */
  relist: z.optional(z.boolean()),
})
export type ProposeCancellationForm = z.infer<typeof ProposeCancellationForm>
export const ProposeCancellationInput = z.extend(ProposeCancellationForm, { orderId: Id })
export type ProposeCancellationInput = z.infer<typeof ProposeCancellationInput>
/** Until when the other side can accept. */
export const ProposeCancellationOutput = z.object({ proposalId: Id, dueAt: Instant })

/** Accepts the other side's open proposal: the money goes back to the buyer, all of it. */
export const AcceptCancellationInput = z.object({
  orderId: Id,
  proposalId: Id,
  /** The seller says whether the phone is for sale again; without it, or of a buyer, it counts for nothing. */
  relist: z.optional(z.boolean()),
})
export type AcceptCancellationInput = z.infer<typeof AcceptCancellationInput>
export const AcceptCancellationOutput = z.object({ proposalId: Id })

/** Declines the other side's open proposal, or withdraws the caller's own. */
export const AnswerCancellationInput = z.object({ orderId: Id, proposalId: Id })
export type AnswerCancellationInput = z.infer<typeof AnswerCancellationInput>
export const AnswerCancellationOutput = z.object({ proposalId: Id })

/** A proposal that is open, as the order's page shows it. */
export const OpenCancellation = z.object({
  id: Id,
  by: z.enum(['buyer', 'seller']),
  reason: z.string(),
  /** Whether the phone is for sale again then; null where the seller has not said. */
  relist: z.nullable(z.boolean()),
  proposedAt: Instant,
  dueAt: Instant,
})
export type OpenCancellation = z.infer<typeof OpenCancellation>
