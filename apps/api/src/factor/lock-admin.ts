import { DomainError } from '@second-ring/contracts/errors'
import { query, run, type Transaction } from '@second-ring/database'
import type { Caller } from '#identity/caller.ts'
import { holdSession } from '#identity/open-sessions.ts'
import { isPresent } from '#identity/present-user.ts'

/**
 * Locks an admin until the transaction's end: changes of their factor come one after the other, and none after the role is
 * revoked or the session of the call has ended.
 * @throws DomainError FORBIDDEN when they are no admin any more, SESSION_ENDED
 */
export async function lockAdmin(tx: Transaction, caller: Caller): Promise<void> {
  const present = query.selectFrom('users').where('id', '=', caller.id).where('role', '=', 'ADMIN')
  const [admin] = await run(tx, present.where(isPresent).select('id').forNoKeyUpdate())
  if (!admin) throw new DomainError('FORBIDDEN', 'Your account is not allowed to do this.')
  await holdSession(tx, caller)
}
