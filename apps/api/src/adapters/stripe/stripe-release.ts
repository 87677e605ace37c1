/** The version of the provider's API; the SDK's own, or it does not compile. */
export const API_VERSION = '2026-10-28.endive'

/** The provider's browser script, of the same release train as the API. */
export const SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js'

/** What the webhook has to be subscribed to, so that nothing that moves an order is missed. */
export const webhookEvents: readonly string[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'charge.refunded',
  'charge.updated',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

/** What the webhook for connected accounts has to be subscribed to, so that nothing that keeps a seller's money is missed. */
export const connectWebhookEvents: readonly string[] = [
  'account.updated',
  'account.external_account.updated',
  'account.application.deauthorized',
  'capability.updated',
  'payout.created',
  'payout.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
]
