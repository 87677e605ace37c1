import { balanceOf } from '../balance/balance-of.ts'
import type { Context } from '../context.ts'
import type { AccountRecord } from '../state/connect-records.ts'
import { notAllowed } from '../wire/api-error.ts'

/**
 * Deletes an account; from now on nobody has access to it.
 * @throws ApiError 400 while there is money on it
 */
export function deleteAccount(context: Context, account: AccountRecord): void {
  for (const { available, pending } of balanceOf(context, account.id).values()) {
    if (available === 0 && pending === 0) continue
    throw notAllowed('This account cannot be deleted: its balance is not zero.')
  }
  context.tx.put('accounts', { ...account, deleted: true })
}
