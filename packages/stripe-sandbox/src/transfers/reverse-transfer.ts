import { availableTo } from '../balance/balance-of.ts'
import { recordBalanceTransaction } from '../balance/record-balance-transaction.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import type {
  PaymentRecord,
  PaymentRefundRecord,
  TransferRecord,
  TransferReversalRecord,
} from '../state/connect-records.ts'
import { newId } from '../state/new-id.ts'
import type { Metadata } from '../state/records.ts'
import { notAllowed } from '../wire/api-error.ts'
import { moneyText } from './money-text.ts'
import { presentTransfer } from './present-transfer.ts'

export type NewReversal = {
  /** Cents; all that is left when not given. */
  amount: number | undefined
  description: string | null
  metadata: Metadata
}

/**
 * Takes a transfer back, wholly or in part. While the money is pending it is taken as it is; later out of what the
 * account has available.
 * @throws ApiError 400 when less is left than is asked for, or the account does not have it
 */
export function reverseTransfer(
  context: Context,
  transfer: TransferRecord,
  asked: NewReversal,
): TransferReversalRecord {
  const { tx, now } = context
  const { currency, destination } = transfer
  const amount = readReversible(transfer, asked.amount)
  const availableOn = Math.max(now, tx.get('balanceTransactions', transfer.balanceTransactionId)?.availableOn ?? now)
  if (availableOn === now && availableTo(context, destination, currency) < amount) throw insufficient()

  const [id, paymentRefundId] = [newId('trr'), newId('pyr')]
  const moved = { currency, availableOn, description: asked.description }
  const reversal: TransferReversalRecord = {
    id,
    created: now,
    transferId: transfer.id,
    amount,
    currency,
    metadata: asked.metadata,
    paymentRefundId,
    balanceTransactionId: recordBalanceTransaction(context, {
      ...moved,
      amount,
      type: 'transfer_refund',
      reportingCategory: 'transfer_reversal',
      sourceId: id,
    }),
  }
  const refund: PaymentRefundRecord = {
    id: paymentRefundId,
    created: now,
    accountId: destination,
    paymentId: transfer.paymentId,
    reversalId: id,
    amount,
    currency,
    balanceTransactionId: recordBalanceTransaction(context, {
      ...moved,
      accountId: destination,
      amount: -amount,
      type: 'payment_refund',
      reportingCategory: 'refund',
      sourceId: paymentRefundId,
    }),
  }
  const reversed = { ...transfer, amountReversed: transfer.amountReversed + amount }
  tx.put('transferReversals', reversal)
  tx.put('paymentRefunds', refund)
  tx.put('transfers', reversed)
  const payment = tx.get('payments', transfer.paymentId)
  if (payment) tx.put('payments', refunded(payment, amount))
  recordEvent(context, 'transfer.reversed', {
    object: presentTransfer(reversed, tx),
    previousAttributes: {
      amount_reversed: transfer.amountReversed,
      ...(reversed.amountReversed === transfer.amount && { reversed: false }),
    },
  })
  return reversal
}

function readReversible({ id, amount, amountReversed, currency }: TransferRecord, asked: number | undefined): number {
  const left = amount - amountReversed
  if (left === 0) throw notAllowed(`Transfer ${id} has already been fully reversed.`)
  if (asked === undefined || asked <= left) return asked ?? left
  const text = (cents: number) => moneyText(cents, currency)
  throw notAllowed(
    `Transfer reversal amount (${text(asked)}) is greater than unreversed amount on transfer (${text(left)})`,
    { param: 'amount' },
  )
}

function refunded(payment: PaymentRecord, amount: number): PaymentRecord {
  return { ...payment, amountRefunded: payment.amountRefunded + amount }
}

/** Source: Stripe's answer. */
function insufficient(): Error {
  return notAllowed(
    'The recipient of this transfer does not have sufficient funds in their Stripe balance to reverse this amount.',
    { code: 'balance_insufficient' },
  )
}
