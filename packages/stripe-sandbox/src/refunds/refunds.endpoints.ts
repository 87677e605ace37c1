import { findPaymentRefund, listPaymentRefunds } from '../transfers/find-payment.ts'
import { presentPaymentRefund } from '../transfers/present-payment.ts'
import { notAllowed } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import { createRefund } from './create-refund.ts'
import { findRefund } from './find-refund.ts'
import { presentRefund } from './present-refund.ts'
import { recordRefundUpdate } from './settle-refund.ts'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

export const refundEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    run({ context, params }) {
      const asked = {
        paymentIntent: params.filledText('payment_intent'),
        charge: params.filledText('charge'),
        amount: params.integer('amount', { min: 1 }),
        reason: params.oneOf('reason', REASONS) ?? null,
        metadata: params.metadata(),
      }
      params.refuse('customer', 'origin', 'refund_application_fee', 'reverse_transfer', 'instructions_email')
      params.done()
      return { object: presentRefund(createRefund(context, asked)) }
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    onAccount: true,
    run({ context, params }) {
      const page = readPageParams(params)
      const intentId = params.filledText('payment_intent')
      const chargeId = params.filledText('charge')
      params.done()
      if (context.accountId !== null) return { object: listPaymentRefunds(context, chargeId, page) }
      const records = context.tx
        .all('refunds')
        .filter(one => intentId === undefined || one.intentId === intentId)
        .filter(one => chargeId === undefined || one.chargeId === chargeId)
      return { object: listPage({ records, kind: 'refund', url: '/v1/refunds', show: presentRefund }, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    onAccount: true,
    run({ context, params, id }) {
      params.done()
      if (context.accountId !== null) return { object: presentPaymentRefund(findPaymentRefund(context, id)) }
      return { object: presentRefund(findRefund(context, id)) }
    },
  },
  {
    method: 'POST',
    path: '/v1/refunds/:id',
    run({ context, params, id }) {
      const refund = findRefund(context, id)
      const updated = { ...refund, metadata: params.metadata(refund.metadata) }
      params.done()
      context.tx.put('refunds', updated)
      recordRefundUpdate(context, updated, { metadata: refund.metadata })
      return { object: presentRefund(updated) }
    },
  },
  {
    method: 'POST',
    path: '/v1/refunds/:id/cancel',
    run({ context, params, id }) {
      findRefund(context, id)
      params.done()
      // Over the API only refunds that wait for the customer's bank details can be canceled, which cards never do.
      throw notAllowed('Canceling this refund is unsupported.')
    },
  },
]
