import type { OpenedDispute, SandboxControls } from '@second-ring/stripe-sandbox/controls/sandbox-controls'
import Stripe from 'stripe'

/** Someone with test cards at the card payments' sandbox. */
export interface CardHolder {
  /**
   * Confirms the payment intent of a client secret.
   * @param paymentMethod a test payment method of the provider, such as `pm_card_visa` (the default)
   * @returns the intent's id, which the product calls the transaction id
   * @throws Stripe's card error when the card is declined
   */
  pay(clientSecret: string, paymentMethod?: string): Promise<string>
  /** The provider's own word on an intent, its charge included. */
  intent(intentId: string): Promise<Stripe.PaymentIntent>
  /** Ends an intent at the provider, uncharged. */
  cancel(intentId: string): Promise<void>
  /**
   * Gives a charge back past the product, as someone at the provider's dashboard would.
   * @param cents all that is left when not given
   * @returns the refund's id
   */
  refund(intentId: string, cents?: number): Promise<string>
  /** The provider's refunds of an intent, newest first. */
  refunds(intentId: string): Promise<Stripe.Refund[]>
  /** Has a bank dispute the charge of an intent. @returns the dispute's id */
  dispute(intentId: string, dispute?: OpenedDispute): Promise<string>
  /** The provider's dispute, with its evidence. */
  findDispute(disputeId: string): Promise<Stripe.Dispute>
  /** Pays money of the market's balance out to whoever runs it, as they do at the provider's dashboard. */
  takeOut(cents: number): Promise<void>
  /** What banks and time do at the sandbox: a pending refund ends, a dispute is decided. */
  bank: SandboxControls
}

/** The official SDK on a sandbox of the card payments. */
export function stripeOf(apiUrl: string, secretKey: string): Stripe {
  const { hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
}

export function cardHolder(stripe: Stripe, bank: SandboxControls): CardHolder {
  return {
    async pay(clientSecret, paymentMethod = 'pm_card_visa') {
      const intentId = intentOf(clientSecret)
      await stripe.paymentIntents.confirm(intentId, { payment_method: paymentMethod })
      return intentId
    },
    intent: intentId => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
    async refund(intentId, cents) {
      const { id } = await stripe.refunds.create({ payment_intent: intentId, ...(cents && { amount: cents }) })
      return id
    },
    refunds: async intentId => (await stripe.refunds.list({ payment_intent: intentId })).data,
    async dispute(intentId, dispute) {
      const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intentId)
      if (typeof charge !== 'string') throw new Error(`${intentId} has no charge`)
      return (await bank.openDispute(charge, dispute)).id
    },
    async takeOut(amount) {
      await stripe.payouts.create({ amount, currency: 'usd' })
    },
    findDispute: disputeId => stripe.disputes.retrieve(disputeId),
    bank,
    async cancel(intentId) {
      await stripe.paymentIntents.cancel(intentId)
    },
  }
}

/** The intent that a client secret belongs to. */
export function intentOf(clientSecret: string): string {
  return clientSecret.slice(0, clientSecret.indexOf('_secret_'))
}
