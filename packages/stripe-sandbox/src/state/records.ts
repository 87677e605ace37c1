import type { Stripe } from 'stripe'
import type { CardOutcome } from '../cards/card-outcome.ts'
import type { CardBrand } from '../test-cards.ts'
import type { ConnectCollections, ConnectEventType, ConnectMovement } from './connect-records.ts'

// Moments are Unix seconds, as on the wire, unless the name says Ms. No record holds a card's number or security code.

export type Metadata = Record<string, string>

export type CardRecord = {
  brand: CardBrand
  last4: string
  expMonth: number
  expYear: number
  country: string
  funding: 'credit' | 'debit' | 'prepaid'
  networks: string[]
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
  transferGroup: string | null
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
  transferGroup: string | null
  balanceTransactionId: string | null
  fraudReport: 'fraudulent' | 'safe' | null
}

export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'canceled'

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
  status: RefundStatus
  failureReason: string | null
  balanceTransactionId: string | null
  failureBalanceTransactionId: string | null
  /** What becomes of it by itself, and when. */
  settlement: { atMs: number; to: RefundStatus } | null
}

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'prevented'

export type DisputeRecord = {
  id: string
  created: number
  chargeId: string
  intentId: string
  amount: number
  currency: string
  status: DisputeStatus
  reason: string
  caseType: 'block' | 'chargeback' | 'compliance' | 'inquiry'
  networkReasonCode: string
  /** What more evidence the network would look at. */
  enhancedType: 'visa_compelling_evidence_3' | 'visa_compliance' | 'mastercard_compliance' | null
  /** The evidence's members that were given, by their names on the wire. */
  evidence: Record<string, string>
  submissionCount: number
  dueBy: number
  pastDue: boolean
  metadata: Metadata
  /** The funds' withdrawal, then their reinstatement. */
  balanceTransactionIds: string[]
  /** What becomes of it by itself, and when. */
  settlement: { atMs: number; to: DisputeStatus } | null
}

/** A bank's early warning that a payment was reported as fraud. */
export type FraudWarningRecord = { id: string; created: number; chargeId: string; intentId: string }

/** One movement of a balance. */
export type BalanceTransactionRecord = {
  id: string
  created: number
  /** The connected account whose balance it moves; null for the platform's. */
  accountId: string | null
  availableOn: number
  /** Cents, negative for what goes out; `fee` is taken off it. */
  amount: number
  fee: number
  currency: string
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | ConnectMovement
  reportingCategory: ReportingCategory
  description: string | null
  sourceId: string
}

export type ReportingCategory =
  | 'charge'
  | 'refund'
  | 'refund_failure'
  | 'dispute'
  | 'dispute_reversal'
  | 'transfer'
  | 'transfer_reversal'
  | 'payout'
  | 'payout_reversal'

/** The events that this provider sends. */
export type EventType =
  | 'payment_intent.created'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'payment_intent.requires_action'
  | 'charge.succeeded'
  | 'charge.failed'
  | 'charge.updated'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'radar.early_fraud_warning.created'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | ConnectEventType

export type EventRecord = {
  id: string
  created: number
  /** The connected account it happened on; null for the platform's own. */
  accountId: string | null
  type: EventType
  /** The object as the API showed it at that moment. */
  object: object
  previousAttributes: object | null
  requestId: string | null
  idempotencyKey: string | null
}

/** An event's delivery to its webhook endpoint, open or done; its id is the event's. */
export type DeliveryRecord = {
  id: string
  state: 'pending' | 'delivered' | 'abandoned'
  attempts: number
  nextAttemptMs: number
}

/** The answer to the first request with an idempotency key; its id is the kind of API key, the account and that key. */
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

export type Collections = ConnectCollections & {
  intents: IntentRecord
  authentications: AuthenticationRecord
  charges: ChargeRecord
  refunds: RefundRecord
  disputes: DisputeRecord
  fraudWarnings: FraudWarningRecord
  balanceTransactions: BalanceTransactionRecord
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
  'fraudWarnings',
  'balanceTransactions',
  'paymentMethods',
  'tokens',
  'accounts',
  'bankAccounts',
  'links',
  'sessions',
  'transfers',
  'transferReversals',
  'payments',
  'paymentRefunds',
  'payouts',
  'events',
  'deliveries',
  'idempotency',
] as const satisfies readonly CollectionName[]
