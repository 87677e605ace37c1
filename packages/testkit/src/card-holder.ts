import Stripe from 'stripe'

/** Someone with test cards at the card payments' stand-in. */
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
  /** Gives a charge back past the product, as someone at the provider's dashboard would. */
  refund(intentId: string): Promise<void>
}

/** The official SDK on a stand-in of the card payments. */
export function stripeOf(apiUrl: string, secretKey: string): Stripe {
  const { hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
}

export function cardHolder(stripe: Stripe): CardHolder {
  return {
    async pay(clientSecret, paymentMethod = 'pm_card_visa') {
      const intentId = intentOf(clientSecret)
      await stripe.paymentIntents.confirm(intentId, { payment_method: paymentMethod })
      return intentId
    },
    intent: intentId => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
    async refund(intentId) {
      await stripe.refunds.create({ payment_intent: intentId })
    },
    async cancel(intentId) {
      await stripe.paymentIntents.cancel(intentId)
    },
  }
}

/** The intent that a client secret belongs to. */
export function intentOf(clientSecret: string): string {
  return clientSecret.slice(0, clientSecret.indexOf('_secret_'))
}
