import type { IntentRecord } from '../state/records.ts'
import { invalidRequest } from '../wire/api-error.ts'
import type { Call } from '../wire/endpoint.ts'
import type { ParamReader } from '../wire/param-reader.ts'
import type { NewIntent } from './create-intent.ts'
import {
  readAllowedTypes,
  readAmount,
  readCurrency,
  readIntentDetails,
  readReturnUrl,
  readShipping,
  readThreeDSecure,
} from './read-intent-params.ts'

/** What a confirmation may say besides its payment method's data; a page may say less than the server. */
export function readConfirmation({ params, keyKind }: Call, intent: IntentRecord) {
  const paymentMethod = params.filledText('payment_method')
  const changes = {
    receiptEmail: params.email('receipt_email') ?? intent.receiptEmail,
    shipping: readShipping(params) ?? intent.shipping,
    ...(keyKind === 'secret' && {
      captureMethod: params.oneOf('capture_method', CAPTURE_METHODS) ?? intent.captureMethod,
      requestThreeDSecure: readThreeDSecure(params) ?? intent.requestThreeDSecure,
      allowedTypes: readAllowedTypes(params) ?? intent.allowedTypes,
    }),
  }
  const fromScript = params.boolean('use_stripe_sdk') ?? false
  params.oneOf('expected_payment_method_type', ['card'])
  rejectUnsupported(params)
  return { changes, paymentMethod, fromScript, returnUrl: readReturnUrl(params) }
}

/** What an intent is created with. Only cards that are captured at once are carried out. */
export function readNewIntent({ params }: Call) {
  const amount = readAmount(params) ?? params.requiredInteger('amount')
  const currency = readCurrency(params) ?? params.requiredText('currency')
  const captureMethod = params.oneOf('capture_method', CAPTURE_METHODS) ?? 'automatic_async'
  params.oneOf('confirmation_method', ['automatic'])
  const intent: Omit<NewIntent, 'paymentMethod'> = {
    amount,
    currency,
    captureMethod,
    allowedTypes: readAllowedTypes(params) ?? null,
    automaticPaymentMethods: readAutomaticPaymentMethods(params),
    ...readIntentDetails(params, NO_DETAILS),
  }
  params.boolean('use_stripe_sdk')
  rejectUnsupported(params)
  const confirms = params.boolean('confirm') ?? false
  const returnUrl = readReturnUrl(params)
  if (returnUrl !== undefined && !confirms) {
    throw invalidRequest('`return_url` can only be used with `confirm` set to `true`.', { param: 'return_url' })
  }
  return { intent, paymentMethod: params.filledText('payment_method'), confirms, returnUrl }
}

function readAutomaticPaymentMethods(params: ParamReader): IntentRecord['automaticPaymentMethods'] {
  const automatic = params.hash('automatic_payment_methods')
  const enabled = automatic?.boolean('enabled') ?? true
  const allowRedirects = automatic?.oneOf('allow_redirects', ['always', 'never']) ?? 'always'
  return enabled ? { allow_redirects: allowRedirects, enabled } : null
}

/** What the provider knows of intents and this sandbox does not. */
export function rejectUnsupported(params: ParamReader): void {
  params.refuse('application_fee_amount', 'amount_details', 'amount_to_confirm', 'confirmation_token', 'customer')
  params.refuse('customer_account', 'error_on_requires_action', 'excluded_payment_method_types', 'hooks', 'mandate')
  params.refuse('mandate_data', 'off_session', 'on_behalf_of', 'payment_details', 'payment_method_configuration')
  params.refuse('radar_options', 'setup_future_usage', 'transfer_data')
}

const CAPTURE_METHODS = ['automatic', 'automatic_async'] as const

const NO_DETAILS = {
  description: null,
  metadata: {},
  receiptEmail: null,
  shipping: null,
  statementDescriptor: null,
  statementDescriptorSuffix: null,
  transferGroup: null,
  requestThreeDSecure: 'automatic',
} as const
