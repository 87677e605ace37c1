import { auditMoney } from '@second-ring/auditor/audit-money'
import { Id } from '@second-ring/contracts/ids'
import { poolOf } from '@second-ring/database/pool-of'
import Stripe from 'stripe'
import type { LedgerCharge, LedgerDispute, LedgerRefund, ProviderLedger } from '#platform/provider-ledger.ts'
import { stripeAddress } from './stripe-address.ts'
import { ChargeAnswer, DisputeAnswer, parseAnswer, RefundAnswer } from './stripe-answers.ts'
import { listAll } from './stripe-lists.ts'
import { toDispute, toRefund } from './stripe-refunds.ts'
import { API_VERSION } from './stripe-release.ts'

interface StripeAccount {
  secretKey: string
  /** Where Stripe's API is; the sandbox's origin in the sandbox, Stripe's own when absent. */
  apiUrl?: string | undefined
}

/**
 * The charges, refunds and disputes of a Stripe account.
 * @throws the SDK's errors; DomainError PROVIDER_UNAVAILABLE for a list that fails or an answer that is not the provider's
 */
export function createStripeLedger(account: StripeAccount): ProviderLedger {
  const stripe = stripeOf(account)
  return {
    async *charges() {
      for await (const charge of listAll(ChargeAnswer, page => stripe.charges.list(page))) {
        if (charge.status === 'succeeded') yield toCharge(charge)
      }
    },
    charge: async id => toCharge(parseAnswer(ChargeAnswer, await stripe.charges.retrieve(id))),
    async *refunds() {
      for await (const refund of listAll(RefundAnswer, page => stripe.refunds.list(page))) yield toLedgerRefund(refund)
    },
    refund: async id => toLedgerRefund(parseAnswer(RefundAnswer, await stripe.refunds.retrieve(id))),
    async *disputes() {
      for await (const dispute of listAll(DisputeAnswer, page => stripe.disputes.list(page))) {
        yield toLedgerDispute(dispute)
      }
    },
    audit: database => auditMoney({ stripe: stripeOf(account), database: poolOf(database) }),
    dispute: async id => toLedgerDispute(parseAnswer(DisputeAnswer, await stripe.disputes.retrieve(id))),
  }
}

/**
 * Asks Stripe for a charge, with the key of the product.
 * @returns the version of its API that answered
 * @throws Stripe's error when it is away, or refuses the key
 */
export async function probeStripe({ secretKey, apiUrl }: StripeAccount): Promise<{ version: string }> {
  const { lastResponse } = await stripeOf({ secretKey, apiUrl }).charges.list({ limit: 1 })
  return { version: lastResponse.apiVersion ?? 'an unknown version' }
}

function stripeOf({ secretKey, apiUrl }: StripeAccount): Stripe {
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    telemetry: false,
    ...(apiUrl !== undefined && stripeAddress(apiUrl)),
  })
}

function toCharge(charge: ChargeAnswer): LedgerCharge {
  return {
    id: charge.id,
    intentId: charge.payment_intent,
    orderId: Id.safeParse(charge.metadata.orderId).data ?? null,
    buyerId: Id.safeParse(charge.metadata.buyerId).data ?? null,
    marketId: Id.safeParse(charge.metadata.market).data ?? null,
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
    currency: charge.currency,
    at: new Date(charge.created * 1000),
  }
}

function toLedgerRefund(refund: RefundAnswer): LedgerRefund {
  const { id, amountCents, status } = toRefund(refund)
  return { id, amountCents, status, intentId: refund.payment_intent, at: new Date(refund.created * 1000) }
}

function toLedgerDispute(dispute: DisputeAnswer): LedgerDispute {
  const { id, amountCents, status, createdAt } = toDispute(dispute)
  return { id, amountCents, status, intentId: dispute.payment_intent, at: createdAt }
}
