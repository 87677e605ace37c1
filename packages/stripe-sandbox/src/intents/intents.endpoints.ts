import type { Context } from '../context.ts'
import { createPaymentMethod } from '../payment-methods/create-payment-method.ts'
import { readCardSource } from '../payment-methods/read-card-source.ts'
import type { IntentRecord } from '../state/records.ts'
import { ApiError, type ApiErrorBody, invalidRequest } from '../wire/api-error.ts'
import type { Endpoint, Reply } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import { authoriseIntent } from './authorise-intent.ts'
import { cancelIntent } from './cancel-intent.ts'
import type { Attempt } from './charge-intent.ts'
import { confirmIntent } from './confirm-intent.ts'
import { createIntent } from './create-intent.ts'
import { presentIntent } from './present-intent.ts'
import { readConfirmation, readNewIntent, rejectUnsupported } from './read-confirmation.ts'
import { readAllowedTypes, readAmount, readCurrency, readIntentDetails } from './read-intent-params.ts'
import { updateIntent } from './update-intent.ts'

export const intentEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    asksCardNetwork: true,
    run(call) {
      const { context, params } = call
      const { confirms, returnUrl, ...given } = readNewIntent(call)
      const source = params.hash('payment_method_data')
      const made = source && createPaymentMethod(context, readCardSource(call, source))
      params.done()
      const intent = createIntent(context, { ...given.intent, paymentMethod: made?.id ?? given.paymentMethod })
      if (!confirms) return { object: presentIntent(intent, context.tx) }
      requireReturnUrl(intent, returnUrl)
      return replyOf(context, confirmIntent(context, intent.id, { paymentMethod: undefined }))
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    run({ context, params }) {
      const page = readPageParams(params)
      params.refuse('customer', 'customer_account')
      params.done()
      const records = context.tx.all('intents')
      const show = (intent: IntentRecord) => presentIntent(intent, context.tx)
      return { object: listPage({ records, kind: 'payment_intent', url: '/v1/payment_intents', show }, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    keys: 'any',
    run(call) {
      const intent = authoriseIntent(call)
      call.params.done()
      return { object: presentIntent(intent, call.context.tx) }
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id',
    run(call) {
      const { context, params, id } = call
      const current = authoriseIntent(call)
      const update = {
        ...readIntentDetails(params, current),
        amount: readAmount(params),
        currency: readCurrency(params),
        paymentMethod: params.text('payment_method'),
        allowedTypes: readAllowedTypes(params) ?? current.allowedTypes,
      }
      params.refuse('payment_method_data', 'capture_method')
      rejectUnsupported(params)
      params.done()
      return { object: presentIntent(updateIntent(context, id, update), context.tx) }
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    keys: 'any',
    asksCardNetwork: true,
    run(call) {
      const { context, params, id } = call
      const intent = authoriseIntent(call)
      const { changes, returnUrl, fromScript, ...given } = readConfirmation(call, intent)
      const source = params.hash('payment_method_data')
      const made = source && createPaymentMethod(context, readCardSource(call, source))
      params.done()
      if (!fromScript) requireReturnUrl({ ...intent, ...changes }, returnUrl)
      const paymentMethod = made?.id ?? given.paymentMethod
      return replyOf(context, confirmIntent(context, id, { ...changes, paymentMethod }))
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    run({ context, params, id }) {
      const reasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const
      const reason = params.oneOf('cancellation_reason', reasons) ?? null
      params.done()
      return { object: presentIntent(cancelIntent(context, id, reason), context.tx) }
    },
  },
]

/** An attempt as the API answers it: the intent, or why the payment failed. */
function replyOf({ tx }: Context, { intent, failure }: Attempt): Reply {
  const shown = presentIntent(intent, tx)
  if (!failure) return { object: shown }
  const method = shown.last_payment_error?.payment_method
  const body: ApiErrorBody = {
    type: failure.type,
    code: failure.code,
    ...(failure.declineCode && { decline_code: failure.declineCode }),
    message: failure.message,
    ...(failure.chargeId && { charge: failure.chargeId }),
    payment_intent: shown,
    ...(method && { payment_method: method }),
  }
  return { refusal: new ApiError(402, body) }
}

/** An intent that takes whatever the Dashboard allows may meet a payment method that leaves the page. */
function requireReturnUrl(intent: IntentRecord, returnUrl: string | undefined): void {
  if (returnUrl !== undefined || intent.allowedTypes) return
  if (intent.automaticPaymentMethods?.allow_redirects !== 'always') return
  throw invalidRequest(
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
  )
}
