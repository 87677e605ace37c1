import type { Database } from '@second-ring/database'
import type { ProviderDispute, ProviderRefund } from './card-payments.ts'

/** A charge that succeeded, as the payment provider has it. Amounts are in cents of `currency`. */
export interface LedgerCharge {
  id: string
  intentId: string | null
  /** The order that its intent was made for; null when it is not one of ours, or was made for an amount alone. */
  orderId: string | null
  /** The buyer that it was made for, likewise. */
  buyerId: string | null
  /** The market that made it; null when it is not one of ours, or of before this was written down. */
  marketId: string | null
  amountCents: number
  refundedCents: number
  currency: string
  at: Date
}

/** A refund of a charge at the provider. */
export interface LedgerRefund extends Pick<ProviderRefund, 'id' | 'amountCents' | 'status'> {
  intentId: string | null
  at: Date
}

/** A dispute of a charge at the provider. */
export interface LedgerDispute extends Pick<ProviderDispute, 'id' | 'amountCents' | 'status'> {
  intentId: string | null
  at: Date
}

/** What the provider's balance and the product's ledger do not agree about. */
export interface MoneyAudit {
  /** How many charges were compared. */
  charges: number
  differences: {
    /** A sentence that names the charge. */
    what: string
    /** Null when it is about the whole. */
    intentId: string | null
    /** When the provider last moved its money; null when it knows nothing of it. */
    movedAt: Date | null
  }[]
}

/** The payment provider's own ledger, to compare the product's with. */
export interface ProviderLedger {
  /** Every charge that succeeded, refunded or not, in any order. */
  charges(): AsyncIterable<LedgerCharge>
  /** The charge as it is now. */
  charge(id: string): Promise<LedgerCharge>
  /** Every refund, in any order. */
  refunds(): AsyncIterable<LedgerRefund>
  /** The refund as it is now. */
  refund(id: string): Promise<LedgerRefund>
  /** Every dispute, in any order. */
  disputes(): AsyncIterable<LedgerDispute>
  /** The dispute as it is now. */
  dispute(id: string): Promise<LedgerDispute>
  /** Recomputes everybody's position from the provider's balance, in code of its own, and compares it with the ledger. */
  audit(database: Database): Promise<MoneyAudit>
}
