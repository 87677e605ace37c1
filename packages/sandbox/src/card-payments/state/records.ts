import type { Stripe } from 'stripe'
import type { CardBrand, CardOutcome } from '../test-cards.ts'

// Moments are Unix seconds, as on the wire, unless the name says Ms. No record holds a card's number or security code.

export type Metadata = Record<string, string>

export type CardRecord = {
  brand: CardBrand
  last4: string
  expMonth: number
  expYear: number
  country: string
  funding: 'credit' | 'debit'
  /** The same for every use of one number. */
  fingerprint: string
  cvcGiven: boolean
  outcome: CardOutcome
}

export type PaymentMethodRecord = {
  id: string
  created: number
  card: CardRecord
  billingDetails: Stripe.PaymentMethod.BillingDetails
  metadata: Metadata
  /** It has paid once; without a customer it may not pay again. */
  consumed: boolean
}

export type TokenRecord = {
  id: string
  created: number
  card: CardRecord
  billingDetails: Stripe.PaymentMethod.BillingDetails
  used: boolean
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled'

/** Why the last attempt to pay failed. */
export type PaymentFailure = {
  type: 'card_error' | 'invalid_request_error'
  code: string
  declineCode: string | null
  message: string
  chargeId: string | null
  paymentMethodId: string
}

export type IntentRecord = {
  id: string
  created: number
  amount: number
  currency: string
  status: IntentStatus
  clientSecret: string
  description: string | null
  metadata: Metadata
  receiptEmail: string | null
  shipping: Stripe.PaymentIntent.Shipping | null
  statementDescriptor: string | null
  statementDescriptorSuffix: string | null
  captureMethod: 'automatic' | 'automatic_async'
  /** Null leaves it to the Dashboard's settings. */
  allowedTypes: ['card'] | null
  automaticPaymentMethods: { allow_redirects: 'always' | 'never'; enabled: boolean } | null
  requestThreeDSecure: 'automatic' | 'any' | 'challenge'
  paymentMethodId: string | null
  latestChargeId: string | null
  authenticationId: string | null
  lastFailure: PaymentFailure | null
  canceledAt: number | null
  cancellationReason: string | null
}

/** One 3-D Secure challenge of one confirmation. */
export type AuthenticationRecord = {
  id: string
  intentId: string
  paymentMethodId: string
  state: 'pending' | 'succeeded' | 'failed' | 'superseded'
}

export type ChargeRecord = {
  id: string
  created: number
  intentId: string
  paymentMethodId: string
  amount: number
  amountRefunded: number
  currency: string
  failure: { code: string; declineCode: string | null; message: string } | null
  authenticated: boolean
  disputed: boolean
  description: string | null
  metadata: Metadata
  receiptEmail: string | null
  shipping: Stripe.PaymentIntent.Shipping | null
  statementDescriptor: string | null
  statementDescriptorSuffix: string | null
}

export type RefundRecord = {
  id: string
  created: number
  chargeId: string
  intentId: string
  paymentMethodId: string
  amount: number
  currency: string
  reason: string | null
  metadata: Metadata
}

export type DisputeRecord = {
  id: string
  created: number
  chargeId: string
  intentId: string
  amount: number
  currency: string
}

/** The events that this provider tells. */
export type EventType =
  | 'payment_intent.created'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'payment_intent.requires_action'
  | 'charge.succeeded'
  | 'charge.failed'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'refund.created'

export type EventRecord = {
  id: string
  created: number
  type: EventType
  /** The object as the API showed it at that moment. */
  object: object
  previousAttributes: object | null
  requestId: string | null
  idempotencyKey: string | null
}

/** What is still to be told to the webhook endpoint, or was; its id is the event's. */
export type DeliveryRecord = {
  id: string
  state: 'pending' | 'delivered' | 'abandoned'
  attempts: number
  nextAttemptMs: number
}

/** The answer to the first request with an idempotency key; its id is the kind of API key and that key. */
export type IdempotencyRecord = {
  id: string
  atMs: number
  endpoint: string
  /** A digest of the parameters. */
  parameters: string
  requestId: string
  status: number
  body: string
}

export type Collections = {
  intents: IntentRecord
  authentications: AuthenticationRecord
  charges: ChargeRecord
  refunds: RefundRecord
  disputes: DisputeRecord
  paymentMethods: PaymentMethodRecord
  tokens: TokenRecord
  events: EventRecord
  deliveries: DeliveryRecord
  idempotency: IdempotencyRecord
}

export type CollectionName = keyof Collections

export const collectionNames = [
  'intents',
  'authentications',
  'charges',
  'refunds',
  'disputes',
  'paymentMethods',
  'tokens',
  'events',
  'deliveries',
  'idempotency',
] as const satisfies readonly CollectionName[]
