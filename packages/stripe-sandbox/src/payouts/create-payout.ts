import { bankAccountOf, statusOf } from '../accounts/account-status.ts'
import { takesInstantPayouts } from '../accounts/bank-account.ts'
import { currencyOf } from '../accounts/currency-of.ts'
import { countryOf, platformBankAccount } from '../accounts/platform.ts'
import { availableTo } from '../balance/balance-of.ts'
import { recordBalanceTransaction } from '../balance/record-balance-transaction.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import { SETTLED_AFTER_MS } from '../settlements/settled-after.ts'
import type { BankAccountRecord, PayoutRecord } from '../state/connect-records.ts'
import { newId } from '../state/new-id.ts'
import { missing, notAllowed } from '../wire/api-error.ts'
import { presentPayout } from './present-payout.ts'

/** How long a payout is on its way. Source: Stripe's usual payout speed in the USA, and of instant payouts. */
export const PAYOUT_ARRIVES_AFTER_MS = 2 * 24 * 60 * 60 * 1000
const INSTANT_ARRIVES_AFTER_MS = 30 * 60 * 1000

export type NewPayout = Pick<
  PayoutRecord,
  'amount' | 'currency' | 'method' | 'description' | 'statementDescriptor' | 'metadata'
> & {
  /** A bank account of the account; its only one when not given. */
  destination: string | undefined
}

/**
 * Sends available money to the bank, from the account that the request acts for.
 * @throws ApiError 400 when the account may not pay out, has no such bank account, or not the money
 */
export function createPayout(context: Context, { destination, ...asked }: NewPayout): PayoutRecord {
  const { accountId, now } = context
  const bank = findDestination(context, asked.currency, destination)
  if (asked.method === 'instant' && !takesInstantPayouts(bank)) {
    throw notAllowed('This bank account is not eligible for Instant Payouts.', { code: 'instant_payouts_unsupported' })
  }
  if (availableTo(context, accountId, asked.currency) < asked.amount) throw insufficient()
  const id = newId('po')
  const arrivesAfterMs = arrivalOf(context, asked.method)
  const payout: PayoutRecord = {
    id,
    created: now,
    accountId,
    ...asked,
    destination: bank.id,
    status: 'pending',
    arrivalDate: now + Math.ceil(arrivesAfterMs / 1000),
    failureCode: null,
    balanceTransactionId: recordBalanceTransaction(context, {
      ...(accountId !== null && { accountId }),
      amount: -asked.amount,
      currency: asked.currency,
      type: 'payout',
      reportingCategory: 'payout',
      description: asked.description ?? 'STRIPE PAYOUT',
      sourceId: id,
    }),
    failureBalanceTransactionId: null,
    settlement: courseOf(bank, { nowMs: now * 1000, arrivesAfterMs }),
  }
  context.tx.put('payouts', payout)
  context.toSettle.push({ name: 'payouts', id })
  recordEvent(context, 'payout.created', { object: presentPayout(payout), accountId })
  return payout
}

/** A bank that sends payouts back does so at once; another has the money half-way through. */
function courseOf(
  { failureCode }: BankAccountRecord,
  { nowMs, arrivesAfterMs }: { nowMs: number; arrivesAfterMs: number },
): PayoutRecord['settlement'] {
  if (failureCode !== null) return { atMs: nowMs + SETTLED_AFTER_MS, to: 'failed' }
  return { atMs: nowMs + Math.floor(arrivesAfterMs / 2), to: 'in_transit' }
}

function arrivalOf({ settings }: Context, method: PayoutRecord['method']): number {
  const standard = settings.payoutArrivesAfterMs
  return method === 'instant' ? Math.min(INSTANT_ARRIVES_AFTER_MS, standard) : standard
}

function findDestination(context: Context, currency: string, asked: string | undefined): BankAccountRecord {
  const { tx, accountId } = context
  const account = accountId === null ? undefined : tx.get('accounts', accountId)
  const bank = account ? bankAccountOf(account, tx) : platformBankAccount
  if (!bank || currencyOf(countryOf(tx, bank).country) !== currency) {
    throw notAllowed(`Sorry, you don't have any external accounts in that currency (${currency}).`)
  }
  if (account && !statusOf(account, tx).canPayOut) {
    throw notAllowed('Payouts have been disabled on the connected account. Check its requirements.', {
      code: 'payouts_not_allowed',
    })
  }
  if (asked !== undefined && asked !== bank.id) throw missing('external account', asked, 'destination')
  return bank
}

/** Source: Stripe's answer. */
function insufficient(): Error {
  return notAllowed(
    'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low.  You can use the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).',
    { code: 'balance_insufficient' },
  )
}
