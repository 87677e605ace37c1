/** A charge that succeeded, as the payment provider keeps it. Amounts are in cents of `currency`. */
export interface LedgerCharge {
  id: string
  intentId: string | null
  /** The order that its intent was made for; null when it is not one of ours. */
  orderId: string | null
  amountCents: number
  refundedCents: number
  currency: string
  /** Whether the cardholder's bank disputes it: it then holds the money, and no refund can be made. */
  disputed: boolean
  at: Date
}

/** The payment provider's own books, to compare the product's with. */
export interface ProviderLedger {
  /** Every charge that succeeded, refunded or not, in any order. */
  charges(): AsyncIterable<LedgerCharge>
  /** The charge as it is now. */
  charge(id: string): Promise<LedgerCharge>
}
