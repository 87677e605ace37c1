import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { line } from '../text.ts'
import { REASON_MAX_LENGTH } from './end-order.ts'

/** How many wrong codes a seller may enter before the buyer has to make a new one. */
export const HANDOVER_ATTEMPTS_MAX = 5

/** Six digits that the other side shows, as one types them; spaces are ignored. */
export function shownCode(by: 'buyer' | 'seller') {
  return z.pipe(
    z.pipe(
      z.string('Code is required'),
      z.transform(text => text.replaceAll(/\s/g, '')),
    ),
    z.string().check(z.regex(/^\d{6}$/, `Enter the six digits that the ${by} shows you`)),
  )
}

/** The buyer's code, as the seller types it when they hand the phone over. */
export const HandoverForm = z.object({ code: shownCode('buyer') })
export type HandoverForm = z.infer<typeof HandoverForm>
export const HandOverInput = z.extend(HandoverForm, { orderId: Id })
export type HandOverInput = z.infer<typeof HandOverInput>
export const HandOverOutput = z.object({ orderId: Id })

/** A new code for the buyer's paid order; the old one is worth nothing any more. */
export const RenewHandoverCodeInput = z.object({ orderId: Id })
export type RenewHandoverCodeInput = z.infer<typeof RenewHandoverCodeInput>
export const RenewHandoverCodeOutput = z.object({ handoverCode: z.string() })

/** The seller says, without the code, that the phone was handed over; the buyer is asked. */
export const ClaimHandoverInput = z.object({ orderId: Id })
export type ClaimHandoverInput = z.infer<typeof ClaimHandoverInput>
/** Until when the buyer is asked. */
export const ClaimHandoverOutput = z.object({ orderId: Id, answerDueAt: Instant })

/** The buyer says that they have the phone. */
export const ConfirmHandoverInput = z.object({ orderId: Id })
export type ConfirmHandoverInput = z.infer<typeof ConfirmHandoverInput>
export const ConfirmHandoverOutput = z.object({ orderId: Id })

/** The buyer says that all is fine with the phone that they have: the money is the seller's at once. */
export const AcceptPhoneInput = z.object({ orderId: Id })
export type AcceptPhoneInput = z.infer<typeof AcceptPhoneInput>
export const AcceptPhoneOutput = z.object({ orderId: Id })

/** The buyer says that they do not have the phone, though the seller says so; an admin decides. */
export const DenyHandoverForm = z.object({ reason: line('Reason is required', REASON_MAX_LENGTH) })
export type DenyHandoverForm = z.infer<typeof DenyHandoverForm>
export const DenyHandoverInput = z.extend(DenyHandoverForm, { orderId: Id })
export type DenyHandoverInput = z.infer<typeof DenyHandoverInput>
export const DenyHandoverOutput = z.object({ orderId: Id })

/** What an admin decides on a handover: the sale is done, or the money goes back. */
export const HandoverOutcome = z.enum(['HANDED_OVER', 'REFUNDED'])
export type HandoverOutcome = z.infer<typeof HandoverOutcome>

/** An admin's decision on a handover that was denied, or not answered in time. */
export const DecideHandoverForm = z.object({
  outcome: HandoverOutcome,
  reason: line('Reason is required', REASON_MAX_LENGTH),
})
export type DecideHandoverForm = z.infer<typeof DecideHandoverForm>
export const DecideHandoverInput = z.extend(DecideHandoverForm, { orderId: Id })
export type DecideHandoverInput = z.infer<typeof DecideHandoverInput>
export const DecideHandoverOutput = z.object({ orderId: Id })
