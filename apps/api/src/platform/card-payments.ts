import type { DisputeState } from '@second-ring/contracts/payments/dispute'
import type { RefundState } from '@second-ring/contracts/payments/refund'

/** A payment intent as the product needs it. `amountCents` is in `currency`'s smallest unit. */
export interface PaymentIntent {
  id: string
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  amountCents: number
  currency: string
  /** The order that this intent was made for; null when it is not one of ours, or was made for an amount alone. */
  orderId: string | null
  /** The buyer that it was made for; null when it is not one of ours, or of before this was written down. */
  buyerId: string | null
  /** The market that made it, likewise. */
  marketId: string | null
  /** Its latest charge, whether or not it succeeded. */
  charge: {
    id: string
    at: Date
    /** What the provider took for its work; null while that is not known. */
    feeCents: number | null
    /** From when on its money may be used, likewise. */
    availableAt: Date | null
  } | null
  clientSecret: string | null
  /** What of the charge has been given back, in cents. */
  refundedCents: number
  /** Whether the cardholder's bank disputes the charge, or did. */
  disputed: boolean
  /** All refunds of the charge, whoever made them. */
  refunds: ProviderRefund[]
  /** All disputes of the charge. */
  disputes: ProviderDispute[]
}

/** Money that goes back to a card, as the provider has it. */
export interface ProviderRefund {
  id: string
  amountCents: number
  status: Exclude<RefundState, 'REQUESTED' | 'SETTLED_OUTSIDE'>
  /** The provider's word, such as `expired_or_canceled_card`; null while it has not failed. */
  failureReason: string | null
  /** The product's own id of it; null when it was not made by the product. */
  refundId: string | null
}

/** What a cardholder's bank claims back. */
export interface ProviderDispute {
  id: string
  amountCents: number
  status: DisputeState
  /** The provider's word, such as `product_not_received`. */
  reason: string
  /** Until when it may be answered. */
  dueAt: Date | null
  createdAt: Date
  /** What the provider took for its work, by its balance transactions. */
  fees: { id: string; cents: number }[]
}

/** A refund to be made. */
export interface NewRefund {
  intentId: string
  amountCents: number
  /** The product's own id: the same gives the same refund. */
  refundId: string
}

/** A verified event of the provider; `intentId` is null for what does not concern an intent. */
export interface ProviderEvent {
  id: string
  type: string
  intentId: string | null
  /** When it happened at the provider, to the second. */
  happenedAt: Date
}

/** A charge that succeeded, as the provider lists it. `amountCents` is in `currency`'s smallest unit. */
export interface ProviderCharge {
  id: string
  intentId: string | null
  amountCents: number
  refundedCents: number
  marketId: string | null
}

/** What an intent is made for; written on it at the provider. */
export interface NewIntent {
  /** Null when the buyer has not said which of several orders of one price it pays. */
  orderId: string | null
  buyerId: string
  marketId: string
  amountCents: number
  /** The same attempt of an order, or of a buyer and an amount, always gives the same intent. */
  attempt: number
}

/** The card payment provider, in the domain's words. Every call throws DomainError PROVIDER_UNAVAILABLE on an outage. */
export interface CardPayments {
  createIntent(intent: NewIntent): Promise<PaymentIntent>
  /** @returns null when the provider knows no such intent */
  retrieveIntent(intentId: string): Promise<PaymentIntent | null>
  /** Ends an intent that has not succeeded, so that it can never charge; for any other it does nothing. */
  cancelIntent(intentId: string): Promise<void>
  /**
   * Gives a part of a charge or all of it back; idempotent.
   * @returns the refund, or why the provider does not make it, such as `charge_disputed`
   */
  createRefund(refund: NewRefund): Promise<ProviderRefund | { rejected: string }>
  /**
   * Gives a whole charge back that belongs to no payment; idempotent until it has failed.
   * @param failed how many returns of it have failed
   * @returns what became of it so far; `disputed` when the cardholder's bank holds the money
   */
  returnCharge(chargeId: string, failed: number): Promise<'pending' | 'succeeded' | 'failed' | 'disputed'>
  /** Every charge that succeeded since then, refunded or not, in any order. */
  listCharges(since: Date): AsyncIterable<ProviderCharge>
  /** @throws DomainError INVALID_INPUT when the signature is not the provider's, or too old or too new */
  verifyEvent(rawBody: Buffer, signature: string): ProviderEvent
}
