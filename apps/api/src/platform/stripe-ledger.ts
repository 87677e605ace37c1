import { Id } from '@second-ring/contracts/ids'
import Stripe from 'stripe'
import type { LedgerCharge, ProviderLedger } from './provider-ledger.ts'
import { stripeAddress } from './stripe-address.ts'

const PAGE = 100

/**
 * The charges of a Stripe account.
 * @param apiUrl where Stripe's API is; the sandbox's origin in the sandbox, Stripe's own when absent
 */
export function createStripeLedger({ secretKey, apiUrl }: { secretKey: string; apiUrl?: string }): ProviderLedger {
  const stripe = new Stripe(secretKey, { telemetry: false, ...(apiUrl !== undefined && stripeAddress(apiUrl)) })
  return {
    async *charges() {
      for await (const charge of stripe.charges.list({ limit: PAGE })) {
        if (charge.status === 'succeeded') yield toCharge(charge)
      }
    },
    charge: async id => toCharge(await stripe.charges.retrieve(id)),
  }
}

function toCharge(charge: Stripe.Charge): LedgerCharge {
  const intent = charge.payment_intent
  return {
    id: charge.id,
    intentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    orderId: Id.safeParse(charge.metadata.orderId).data ?? null,
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
    currency: charge.currency,
    disputed: charge.disputed,
    at: new Date(charge.created * 1000),
  }
}
