import { DomainError } from '@second-ring/contracts/errors'
import { query, run, type Transaction } from '@second-ring/database'

/**
 * Locks an admin until the transaction's end: changes of their factor come one after the other, and none after the role is
 * revoked.
 * @throws DomainError FORBIDDEN when they are no admin any more
 */
export async function lockAdmin(tx: Transaction, userId: string): Promise<void> {
  const present = query.selectFrom('users').where('id', '=', userId).where('role', '=', 'ADMIN')
  const [admin] = await run(tx, present.where('deleted_at', 'is', null).select('id').forNoKeyUpdate())
  if (!admin) throw new DomainError('FORBIDDEN', 'Your account is not allowed to do this.')
}
