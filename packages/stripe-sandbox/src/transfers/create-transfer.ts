import { statusOf } from '../accounts/account-status.ts'
import { findNamedAccount } from '../accounts/find-account.ts'
import { availableTo } from '../balance/balance-of.ts'
import { recordBalanceTransaction } from '../balance/record-balance-transaction.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import type { PaymentRecord, TransferRecord } from '../state/connect-records.ts'
import { newId } from '../state/new-id.ts'
import type { ChargeRecord, Metadata } from '../state/records.ts'
import { invalidRequest, missing, notAllowed } from '../wire/api-error.ts'
import { moneyText } from './money-text.ts'
import { presentTransfer } from './present-transfer.ts'

export type NewTransfer = {
  /** Cents; the whole source when not given. */
  amount: number | undefined
  currency: string
  destination: string
  sourceTransaction: string | undefined
  transferGroup: string | null
  description: string | null
  metadata: Metadata
}

/**
 * Gives an account money. From a charge it moves at once and may be used once the charge's funds may; otherwise it
 * comes out of what the platform has available.
 * @throws ApiError 400 when there is no such account or charge, the account may not be paid, or the money is not there
 */
export function createTransfer(context: Context, asked: NewTransfer): TransferRecord {
  const { tx, now } = context
  const { currency, destination, description, metadata } = asked
  requirePayable(context, destination)
  const source = asked.sourceTransaction === undefined ? undefined : findSource(context, asked.sourceTransaction)
  const amount = asked.amount ?? source?.amount
  if (amount === undefined) {
    throw invalidRequest('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' })
  }
  if (source) requireWithinSource(context, source, { amount, currency })
  else if (availableTo(context, null, currency) < amount) throw insufficient()

  const [id, paymentId] = [newId('tr'), newId('py')]
  const availableOn = Math.max(now, source ? availableOnOf(context, source) : now)
  const moved = { currency, availableOn, description }
  const transferGroup = asked.transferGroup ?? (source ? groupOf(context, source) : null)
  const transfer: TransferRecord = {
    id,
    created: now,
    amount,
    amountReversed: 0,
    currency,
    description,
    metadata,
    destination,
    paymentId,
    sourceTransaction: source?.id ?? null,
    transferGroup,
    balanceTransactionId: recordBalanceTransaction(context, {
      ...moved,
      amount: -amount,
      type: 'transfer',
      reportingCategory: 'transfer',
      sourceId: id,
    }),
  }
  const payment: PaymentRecord = {
    id: paymentId,
    created: now,
    accountId: destination,
    transferId: id,
    amount,
    amountRefunded: 0,
    currency,
    balanceTransactionId: recordBalanceTransaction(context, {
      ...moved,
      accountId: destination,
      amount,
      type: 'payment',
      reportingCategory: 'charge',
      sourceId: paymentId,
    }),
  }
  tx.put('transfers', transfer)
  tx.put('payments', payment)
  recordEvent(context, 'transfer.created', { object: presentTransfer(transfer, tx) })
  return transfer
}

/** Source of the message: Stripe's answer. */
function requirePayable({ tx }: Context, destination: string): void {
  const account = findNamedAccount(tx, destination, 'destination')
  if (account.capabilities.includes('transfers') && statusOf(account, tx).canBePaid) return
  throw notAllowed(
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    { code: 'insufficient_capabilities_for_transfer' },
  )
}

function findSource({ tx }: Context, id: string): ChargeRecord {
  const charge = tx.get('charges', id)
  if (!charge) throw missing('charge', id, 'source_transaction')
  if (charge.failure === null) return charge
  throw notAllowed(`Charge ${id} was not paid.`, { param: 'source_transaction' })
}

/** What was transferred of a charge counts, whether or not it was taken back. Source of the messages: Stripe's answers. */
function requireWithinSource({ tx }: Context, source: ChargeRecord, asked: { amount: number; currency: string }): void {
  if (asked.currency !== source.currency) {
    throw notAllowed(
      `The currency of source_transaction's balance transaction (${source.currency}) must be the same as the transfer currency (${asked.currency})`,
      { param: 'currency' },
    )
  }
  const earlier = tx.by('transfers', 'sourceTransaction', source.id)
  const used = earlier.reduce((sum, transfer) => sum + transfer.amount, 0)
  if (used + asked.amount <= source.amount) return
  const text = (cents: number) => moneyText(cents, source.currency)
  const already = used === 0 ? '' : ` (There is already a transfer using this source, amounting to ${text(used)}.)`
  throw notAllowed(
    `Transfers using this transaction as a source must not exceed the source amount of ${text(source.amount)}.${already}`,
  )
}

function insufficient(): Error {
  return notAllowed(
    'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
    { code: 'balance_insufficient' },
  )
}

function availableOnOf({ tx }: Context, { balanceTransactionId, created }: ChargeRecord): number {
  const movement = balanceTransactionId === null ? undefined : tx.get('balanceTransactions', balanceTransactionId)
  return movement?.availableOn ?? created
}

/** A charge without a group is given one by its first transfer. Source: Stripe's page on separate charges. */
function groupOf({ tx }: Context, source: ChargeRecord): string {
  if (source.transferGroup !== null) return source.transferGroup
  const transferGroup = `group_${source.intentId}`
  tx.put('charges', { ...source, transferGroup })
  return transferGroup
}
