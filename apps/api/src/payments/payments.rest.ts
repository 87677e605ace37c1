import {
  RestClientSecret,
  RestPayment,
  RestPaymentIntent,
  RestPaymentRecorded,
} from '@second-ring/contracts/payments/rest'
import { callerOf, callerWithEmail, type Endpoint, endpoint } from '#http/rest/endpoint.ts'
import { storeAfter } from '#platform/idempotency.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { requirePrice } from './require-price.ts'
import { startPaymentByPrice } from './start-payment-by-price.ts'

export const paymentsRest: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/create-payment-intent',
    summary: 'Starts the payment of an unpaid order, or goes on with it; the amount is the order’s',
    access: 'signed in',
    body: RestPaymentIntent,
    answer: RestClientSecret,
    async handle(call, { body }) {
      const caller = callerOf(call)
      const { bookingId, price: priceCents } = body
      return storeAfter(call.platform, caller, async () => {
        if (bookingId === undefined) return startPaymentByPrice(call.platform, caller, { priceCents })
        await requirePrice(call.platform, caller, { orderId: bookingId, priceCents })
        return createPaymentIntent(call.platform, caller, { orderId: bookingId })
      })
    },
  }),
  endpoint({
    method: 'POST',
    path: '/payments',
    summary: 'Records a payment that the provider confirms',
    access: 'signed in',
    body: RestPayment,
    answer: RestPaymentRecorded,
    async handle(call, { body }) {
      const caller = callerWithEmail(call, body.email)
      const { bookingId: orderId, price: priceCents, transactionId } = body
      const { paymentId } = await storeAfter(call.platform, caller, async () => {
        await requirePrice(call.platform, caller, { orderId, priceCents })
        return confirmPayment(call.platform, caller, { orderId, transactionId })
      })
      return { acknowledged: true as const, insertedId: paymentId }
    },
  }),
]
