import type { Stripe, StripeCardElement } from '@stripe/stripe-js'

export type Charge = { transactionId: string } | { refusal: string }

interface ChargeInput {
  stripe: Stripe
  card: StripeCardElement
  clientSecret: string
  buyer: { name: string; email: string }
}

/** Charges the card: the provider's transaction, or its message on why not. */
export async function chargeCard({ stripe, card, clientSecret, buyer }: ChargeInput): Promise<Charge> {
  const method = await stripe.createPaymentMethod({ type: 'card', card, billing_details: buyer })
  if (method.error) return { refusal: method.error.message ?? 'Your card was not accepted.' }

  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: method.paymentMethod.id,
  })
  // Paid already, in another tab or before a reload: that is a success, not an error.
  const intent = paymentIntent ?? error?.payment_intent
  if (intent?.status === 'succeeded') return { transactionId: intent.id }
  if (error) return { refusal: error.message ?? 'Your card was not accepted.' }
  return { refusal: 'Your bank has not finished this payment yet. Look under My orders in a minute.' }
}
