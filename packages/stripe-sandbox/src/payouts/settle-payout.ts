import { disableBankAccount } from '../accounts/save-account.ts'
import { recordBalanceTransaction } from '../balance/record-balance-transaction.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import type { PayoutRecord, PayoutStatus } from '../state/connect-records.ts'
import { notAllowed } from '../wire/api-error.ts'
import { payoutTransitions } from './payout-states.ts'
import { presentPayout } from './present-payout.ts'

type Outcome = { to: PayoutStatus; failureCode?: string }

/**
 * A payout moves on. Failed or canceled, its money is back on the balance; failed, its bank account is given no more.
 * @throws ApiError 400 when its status does not allow it
 */
export function settlePayout(context: Context, payout: PayoutRecord, { to, failureCode }: Outcome): PayoutRecord {
  if (!payoutTransitions[payout.status].includes(to)) {
    throw notAllowed(`A payout that is ${payout.status} does not become ${to}.`)
  }
  const settled: PayoutRecord = {
    ...payout,
    status: to,
    failureCode: to === 'failed' ? (failureCode ?? 'could_not_process') : null,
    failureBalanceTransactionId: to === 'failed' || to === 'canceled' ? giveBack(context, payout, to) : null,
    settlement: to === 'in_transit' ? { atMs: payout.arrivalDate * 1000, to: 'paid' } : null,
  }
  context.tx.put('payouts', settled)
  if (settled.settlement) context.toSettle.push({ name: 'payouts', id: payout.id })
  recordEvent(context, to === 'in_transit' || to === 'pending' ? 'payout.updated' : `payout.${to}`, {
    object: presentPayout(settled),
    previousAttributes: { status: payout.status },
    accountId: payout.accountId,
  })
  if (to === 'failed') disableDestination(context, payout)
  return settled
}

/** Carries out what was to become of a payout by itself, as far as its time has come. */
export function settleDuePayout(context: Context, id: string): void {
  for (;;) {
    const payout = context.tx.get('payouts', id)
    if (!payout?.settlement || payout.settlement.atMs > context.now * 1000) return
    const failureCode = context.tx.get('bankAccounts', payout.destination)?.failureCode
    settlePayout(context, payout, { to: payout.settlement.to, ...(failureCode && { failureCode }) })
  }
}

function giveBack(context: Context, payout: PayoutRecord, to: 'failed' | 'canceled'): string {
  const { accountId, amount, currency } = payout
  return recordBalanceTransaction(context, {
    ...(accountId !== null && { accountId }),
    amount,
    currency,
    type: to === 'failed' ? 'payout_failure' : 'payout_cancel',
    reportingCategory: 'payout_reversal',
    description: to === 'failed' ? 'PAYOUT FAILURE' : 'PAYOUT CANCELLATION',
    sourceId: payout.id,
  })
}

function disableDestination(context: Context, { accountId, destination }: PayoutRecord): void {
  const account = accountId === null ? undefined : context.tx.get('accounts', accountId)
  const bank = context.tx.get('bankAccounts', destination)
  if (account && bank && account.bankAccountId === bank.id) disableBankAccount(context, account, bank)
}
