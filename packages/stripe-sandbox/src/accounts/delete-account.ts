import { balanceOf } from '../balance/balance-of.ts'
import type { Context } from '../context.ts'
import type { AccountRecord, PayoutRecord } from '../state/connect-records.ts'
import { notAllowed } from '../wire/api-error.ts'

/**
 * Deletes an account; from now on nobody has access to it.
 * @throws ApiError 400 while there is money on it, or on its way
 */
export function deleteAccount(context: Context, account: AccountRecord): void {
  for (const { available, pending } of balanceOf(context, account.id).values()) {
    if (available === 0 && pending === 0) continue
    throw notAllowed('This account cannot be deleted: its balance is not zero.')
  }
  const isUnderWay = ({ status }: PayoutRecord) => status === 'pending' || status === 'in_transit'
  if (context.tx.by('payouts', 'accountId', account.id).some(isUnderWay)) {
    throw notAllowed('This account cannot be deleted: a payout of it is under way.')
  }
  context.tx.put('accounts', { ...account, deleted: true })
}
