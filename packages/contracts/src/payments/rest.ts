import * as z from 'zod/mini'
import { Email } from '../accounts/account.ts'
import { Id } from '../ids.ts'
import { bodyOf, DollarsIn } from '../wire.ts'
import { ConfirmPaymentInput } from './payment.ts'

/** `POST /create-payment-intent`: without `bookingId`, the caller's newest unpaid order of that price. */
export const RestPaymentIntent = bodyOf({ price: DollarsIn, bookingId: z.optional(Id) })
export const RestClientSecret = z.object({ clientSecret: z.string() })

/** `POST /payments` */
export const RestPayment = bodyOf({
  price: DollarsIn,
  transactionId: ConfirmPaymentInput.shape.transactionId,
  email: Email,
  bookingId: Id,
})
export const RestPaymentRecorded = z.object({ acknowledged: z.literal(true), insertedId: z.string() })
