import type { CardPayments, PaymentIntent } from '@second-ring/api/platform/card-payments'

/** The provider's fee for a charge of $200. */
export const FEE_CENTS = 610

/** A provider that answers at once, and whose cards have paid as soon as they are asked about: the market's own work is measured. */
export function knownIntents(cardPayments: CardPayments): CardPayments {
  const intents = new Map<string, PaymentIntent>()
  return {
    ...cardPayments,
    async createIntent({ orderId, buyerId, marketId, amountCents }) {
      const id = `pi_${orderId}`
      const intent: PaymentIntent = {
        ...{ id, status: 'open', amountCents, currency: 'usd', orderId, buyerId, marketId, charge: null },
        ...{ clientSecret: `${id}_secret`, refundedCents: 0, disputed: false, refunds: [], disputes: [] },
      }
      intents.set(id, intent)
      return intent
    },
    async retrieveIntent(id) {
      const intent = intents.get(id)
      const now = new Date()
      const charge = { id: `ch_${id}`, at: now, feeCents: FEE_CENTS, availableAt: now }
      return intent ? { ...intent, status: 'succeeded', charge } : null
    },
  }
}
