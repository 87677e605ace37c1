import {
  RestClientSecret,
  RestPayment,
  RestPaymentIntent,
  RestPaymentRecorded,
} from '@second-ring/contracts/payments/rest'
import { callerOf, callerWithEmail, type Endpoint, endpoint } from '../rest/endpoint.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { findOrderToPay } from './find-order-to-pay.ts'

export const paymentsRest: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/create-payment-intent',
    summary: 'Starts the payment of an unpaid order, or goes on with it; the amount is the order’s',
    access: 'signed in',
    body: RestPaymentIntent,
    answer: RestClientSecret,
    async handle(call, { body }) {
      const actor = callerOf(call)
      const orderId = await findOrderToPay(call.platform, actor, { orderId: body.bookingId, priceCents: body.price })
      return createPaymentIntent(call.platform, actor, { orderId })
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
      const actor = callerWithEmail(call, body.email)
      const described = { orderId: body.bookingId, priceCents: body.price }
      const orderId = await findOrderToPay(call.platform, actor, described)
      const { transactionId } = body
      const { paymentId } = await confirmPayment(call.platform, actor, { orderId, transactionId })
      return { acknowledged: true as const, insertedId: paymentId }
    },
  }),
]
