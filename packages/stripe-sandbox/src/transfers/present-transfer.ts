import type { Stripe } from 'stripe'
import type { TransferRecord, TransferReversalRecord } from '../state/connect-records.ts'
import type { Reader } from '../state/store.ts'

const SHOWN_REVERSALS = 10

/** The transfer as the API shows it, its references unexpanded, with its newest reversals. */
export function presentTransfer(transfer: TransferRecord, reader: Reader): Stripe.Transfer {
  const reversals = reader.by('transferReversals', 'transferId', transfer.id).reverse()
  return {
    id: transfer.id,
    object: 'transfer',
    amount: transfer.amount,
    amount_reversed: transfer.amountReversed,
    balance_transaction: transfer.balanceTransactionId,
    created: transfer.created,
    currency: transfer.currency,
    description: transfer.description,
    destination: transfer.destination,
    destination_payment: transfer.paymentId,
    livemode: false,
    metadata: transfer.metadata,
    reversals: {
      object: 'list',
      data: reversals.slice(0, SHOWN_REVERSALS).map(presentReversal),
      has_more: reversals.length > SHOWN_REVERSALS,
      url: `/v1/transfers/${transfer.id}/reversals`,
    },
    reversed: transfer.amountReversed === transfer.amount,
    source_transaction: transfer.sourceTransaction,
    source_type: 'card',
    transfer_group: transfer.transferGroup,
  }
}

/** The reversal as the API shows it, its references unexpanded. */
export function presentReversal(reversal: TransferReversalRecord): Stripe.TransferReversal {
  return {
    id: reversal.id,
    object: 'transfer_reversal',
    amount: reversal.amount,
    balance_transaction: reversal.balanceTransactionId,
    created: reversal.created,
    currency: reversal.currency,
    destination_payment_refund: reversal.paymentRefundId,
    metadata: reversal.metadata,
    source_refund: null,
    transfer: reversal.transferId,
  }
}
