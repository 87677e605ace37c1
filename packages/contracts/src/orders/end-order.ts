import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { line } from '../text.ts'

/** Why an order ended, or a handover is denied: so many characters at most. */
export const REASON_MAX_LENGTH = 300

/** Cancels the caller's own unpaid order; the phone is free again. */
export const CancelOrderInput = z.object({ orderId: Id })
export type CancelOrderInput = z.infer<typeof CancelOrderInput>
export const CancelOrderOutput = z.object({ orderId: Id })

/** What the seller or an admin fills in to end a booking that is not paid; the buyer reads the reason. */
export const ReleaseOrderForm = z.object({ reason: line('Reason is required', REASON_MAX_LENGTH) })
export type ReleaseOrderForm = z.infer<typeof ReleaseOrderForm>
export const ReleaseOrderInput = z.extend(ReleaseOrderForm, { orderId: Id })
export type ReleaseOrderInput = z.infer<typeof ReleaseOrderInput>
export const ReleaseOrderOutput = z.object({ orderId: Id })

/** What a seller or an admin fills in to give the money of a paid order back. */
export const RefundForm = z.object({
  reason: line('Reason is required', REASON_MAX_LENGTH),
  /** Whether the phone is for sale again afterwards; otherwise its listing is removed. */
  relist: z.boolean(),
})
export type RefundForm = z.infer<typeof RefundForm>
export const RefundOrderInput = z.extend(RefundForm, { orderId: Id })
export type RefundOrderInput = z.infer<typeof RefundOrderInput>
export const RefundOrderOutput = z.object({ orderId: Id })
