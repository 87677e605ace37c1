import type { Stripe } from 'stripe'
import { presentPaymentMethod } from '../payment-methods/present-payment-method.ts'
import type { IntentRecord, PaymentFailure } from '../state/records.ts'
import type { Reader } from '../state/store.ts'

/** The intent as the API shows it to the secret key, its references unexpanded. */
export function presentIntent(intent: IntentRecord, reader: Reader): Stripe.PaymentIntent {
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: intent.allowedTypes,
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: intent.automaticPaymentMethods,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: intent.captureMethod,
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: intent.lastFailure && presentFailure(intent.lastFailure, reader),
    latest_charge: intent.latestChargeId,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: nextAction(intent),
    on_behalf_of: null,
    payment_method: intent.paymentMethodId,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: intent.requestThreeDSecure,
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: intent.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: intent.shipping,
    source: null,
    statement_descriptor: intent.statementDescriptor,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status: intent.status,
    transfer_data: null,
    transfer_group: intent.transferGroup,
  }
}

/** The members of an intent that a publishable key with the client secret may see (the API reference marks them). */
export function trimIntent(intent: object): Partial<Stripe.PaymentIntent> {
  return Object.fromEntries(Object.entries(intent).filter(([name]) => PUBLIC_MEMBERS.has(name)))
}

const PUBLIC_MEMBERS = new Set([
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
])

/** The challenge page's address on this sandbox, for the script that opens it. */
export function challengePath(authenticationId: string): string {
  return `/v3/challenge/${authenticationId}`
}

function nextAction(intent: IntentRecord): Stripe.PaymentIntent.NextAction | null {
  if (intent.status !== 'requires_action' || !intent.authenticationId) return null
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      source: intent.authenticationId,
      stripe_js: challengePath(intent.authenticationId),
    },
  }
}

function presentFailure(failure: PaymentFailure, reader: Reader): Stripe.PaymentIntent.LastPaymentError {
  const method = reader.get('paymentMethods', failure.paymentMethodId)
  return {
    ...(failure.chargeId && { charge: failure.chargeId }),
    code: failure.code,
    ...(failure.declineCode && { decline_code: failure.declineCode }),
    doc_url: `https://stripe.com/docs/error-codes/${failure.code.replaceAll('_', '-')}`,
    message: failure.message,
    ...(method && { payment_method: presentPaymentMethod(method) }),
    type: failure.type,
  }
}
