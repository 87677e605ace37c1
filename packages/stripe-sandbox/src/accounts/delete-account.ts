import type { Context } from '../context.ts'
import type { AccountRecord } from '../state/connect-records.ts'

/** Deletes an account; from now on nobody has access to it. */
export function deleteAccount({ tx }: Context, account: AccountRecord): void {
  tx.put('accounts', { ...account, deleted: true })
}
