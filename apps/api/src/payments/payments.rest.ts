import {
  RestClientSecret,
  RestPayment,
  RestPaymentIntent,
  RestPaymentRecorded,
} from '@second-ring/contracts/payments/rest'
import { callerOf, callerWithEmail } from '#http/rest/caller.ts'
import type { RestPlugin } from '#http/rest/rest-routes.ts'
import { storeAfter } from '#platform/idempotency.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { requirePrice } from './require-price.ts'
import { startPaymentByPrice } from './start-payment-by-price.ts'

export const paymentsRest: RestPlugin = async (app, { platform }) => {
  app.post(
    '/create-payment-intent',
    {
      schema: {
        summary: 'Starts the payment of an unpaid order, or goes on with it; the amount is the order’s',
        body: RestPaymentIntent,
        response: { 200: RestClientSecret },
      },
      config: { access: 'signed in' },
    },
    async request => {
      const caller = callerOf(request)
      const { bookingId, price: priceCents } = request.body
      return storeAfter(platform, caller, async () => {
        if (bookingId === undefined) return startPaymentByPrice(platform, caller, { priceCents })
        await requirePrice(platform, caller, { orderId: bookingId, priceCents })
        return createPaymentIntent(platform, caller, { orderId: bookingId })
      })
    },
  )

  app.post(
    '/payments',
    {
      schema: {
        summary: 'Records a payment that the provider confirms',
        body: RestPayment,
        response: { 200: RestPaymentRecorded },
      },
      config: { access: 'signed in' },
    },
    async request => {
      const { bookingId: orderId, email, price: priceCents, transactionId } = request.body
      const caller = callerWithEmail(request, email)
      const { paymentId } = await storeAfter(platform, caller, async () => {
        await requirePrice(platform, caller, { orderId, priceCents })
        return confirmPayment(platform, caller, { orderId, transactionId })
      })
      return { acknowledged: true as const, insertedId: paymentId }
    },
  )
}
