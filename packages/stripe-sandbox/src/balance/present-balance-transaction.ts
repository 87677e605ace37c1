import type { Stripe } from 'stripe'
import type { BalanceTransactionRecord } from '../state/records.ts'

/** The balance transaction as the API shows it at `now` (Unix seconds), its source unexpanded. */
export function presentBalanceTransaction(record: BalanceTransactionRecord, now: number): Stripe.BalanceTransaction {
  const { amount, fee, currency } = record
  return {
    id: record.id,
    object: 'balance_transaction',
    amount,
    available_on: record.availableOn,
    balance_type: 'payments',
    created: record.created,
    currency,
    description: record.description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0 ? [] : [{ amount: fee, application: null, currency, description: feeText(record), type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: record.reportingCategory,
    source: record.sourceId,
    status: record.availableOn > now ? 'pending' : 'available',
    type: record.type,
  }
}

function feeText({ type }: BalanceTransactionRecord): string {
  return type === 'adjustment' ? 'Dispute fee' : 'Stripe processing fees'
}
