import * as z from 'zod/mini'
import { Id } from '../ids.ts'

export const PaymentState = z.enum(['PENDING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'REFUNDED'])
export type PaymentState = z.infer<typeof PaymentState>

/** Starts, or goes on with, the payment of an order: the amount is the order's. */
export const CreatePaymentIntentInput = z.object({ orderId: Id })
export type CreatePaymentIntentInput = z.infer<typeof CreatePaymentIntentInput>
export const CreatePaymentIntentOutput = z.object({ clientSecret: z.string() })

/** Reports from the browser that the provider took the payment; the server asks the provider itself. */
export const ConfirmPaymentInput = z.object({
  orderId: Id,
  /** The provider's payment intent, which the screen shows as the transaction id. */
  transactionId: z.string().check(z.regex(/^pi_[A-Za-z0-9_]{1,100}$/, 'This is not a valid transaction id')),
})
export type ConfirmPaymentInput = z.infer<typeof ConfirmPaymentInput>
export const ConfirmPaymentOutput = z.object({ paymentId: Id, transactionId: z.string() })
