import * as z from 'zod/mini'
import { Id } from '../ids.ts'

/** How many wrong codes a seller may enter before the buyer has to make a new one. */
export const HANDOVER_ATTEMPTS_MAX = 5

/** The code that the buyer shows, as the seller types it: six digits, spaces ignored. */
export const HandoverForm = z.object({
  code: z.pipe(
    z.pipe(
      z.string('Code is required'),
      z.transform(text => text.replaceAll(/\s/g, '')),
    ),
    z.string().check(z.regex(/^\d{6}$/, 'Enter the six digits that the buyer shows you')),
  ),
})
export type HandoverForm = z.infer<typeof HandoverForm>
export const HandOverInput = z.extend(HandoverForm, { orderId: Id })
export type HandOverInput = z.infer<typeof HandOverInput>
export const HandOverOutput = z.object({ orderId: Id })

/** A new code for the buyer's paid order; the old one is worth nothing any more. */
export const RenewHandoverCodeInput = z.object({ orderId: Id })
export type RenewHandoverCodeInput = z.infer<typeof RenewHandoverCodeInput>
export const RenewHandoverCodeOutput = z.object({ handoverCode: z.string() })
