import { DISPUTE_FEE, recordBalanceTransaction } from '../balance/record-balance-transaction.ts'
import type { Context } from '../context.ts'
import type { DisputeRecord } from '../state/records.ts'

/** The bank takes the disputed amount, and the provider its fee. */
export function withdrawFunds(context: Context, dispute: DisputeRecord): DisputeRecord {
  const id = recordBalanceTransaction(context, {
    amount: -dispute.amount,
    fee: DISPUTE_FEE,
    currency: dispute.currency,
    type: 'adjustment',
    reportingCategory: 'dispute',
    description: `Chargeback withdrawal for ${dispute.chargeId}`,
    sourceId: dispute.id,
  })
  return { ...dispute, balanceTransactionIds: [...dispute.balanceTransactionIds, id] }
}

/** The bank gives the disputed amount back; the fee stays. */
export function reinstateFunds(context: Context, dispute: DisputeRecord): DisputeRecord {
  const id = recordBalanceTransaction(context, {
    amount: dispute.amount,
    currency: dispute.currency,
    type: 'adjustment',
    reportingCategory: 'dispute_reversal',
    description: `Chargeback reversal for ${dispute.chargeId}`,
    sourceId: dispute.id,
  })
  return { ...dispute, balanceTransactionIds: [...dispute.balanceTransactionIds, id] }
}
