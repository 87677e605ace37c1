import { tokenCard } from '../cards/read-card.ts'
import { cardOfTestMethod } from '../cards/test-tokens.ts'
import { missing } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { noBillingDetails } from './billing-details.ts'
import { createPaymentMethod } from './create-payment-method.ts'
import { presentPaymentMethod } from './present-payment-method.ts'
import { readCardSource } from './read-card-source.ts'

export const paymentMethodEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    keys: 'any',
    run(call) {
      const source = readCardSource(call, call.params)
      call.params.refuse('customer', 'payment_method', 'allow_redisplay')
      call.params.done()
      return { object: presentPaymentMethod(createPaymentMethod(call.context, source)) }
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    run({ context, params, id }) {
      params.done()
      const testCard = cardOfTestMethod(id)
      const method = testCard
        ? {
            id,
            created: context.now,
            card: tokenCard(testCard, context.now),
            billingDetails: noBillingDetails,
            metadata: {},
            consumed: false,
          }
        : context.tx.get('paymentMethods', id)
      if (!method) throw missing('PaymentMethod', id)
      return { object: presentPaymentMethod(method) }
    },
  },
]
