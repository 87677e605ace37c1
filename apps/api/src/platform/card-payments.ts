/** A payment intent as the product needs it. `amountCents` is in `currency`'s smallest unit. */
export interface PaymentIntent {
  id: string
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  amountCents: number
  currency: string
  /** The order that this intent was made for; null when it is not one of ours. */
  orderId: string | null
  clientSecret: string | null
  /** What of the charge has been given back, in cents. */
  refundedCents: number
  /** Whether the cardholder's bank disputes the charge. */
  disputed: boolean
}

/** A verified event of the provider; `intentId` is null for what does not concern an intent. */
export interface ProviderEvent {
  id: string
  type: string
  intentId: string | null
  /** When it happened at the provider, to the second. */
  happenedAt: Date
}

/** The card payment provider, in the domain's words. Every call throws DomainError PROVIDER_UNAVAILABLE on an outage. */
export interface CardPayments {
  /** The same `attempt` of an order always gives the same intent. */
  createIntent(of: { orderId: string; amountCents: number; attempt: number }): Promise<PaymentIntent>
  /** @returns null when the provider knows no such intent */
  retrieveIntent(intentId: string): Promise<PaymentIntent | null>
  /** Ends an intent that has not succeeded, so that it can never charge; for any other it does nothing. */
  cancelIntent(intentId: string): Promise<void>
  /**
   * Gives the whole amount back; done once however often it is asked.
   * @returns `disputed` when the cardholder's bank holds the money, so that it cannot be given back
   */
  refundIntent(intentId: string): Promise<'refunded' | 'disputed'>
  /** @throws DomainError INVALID_INPUT when the signature is not the provider's, or too old or too new */
  verifyEvent(rawBody: Buffer, signature: string): ProviderEvent
}
