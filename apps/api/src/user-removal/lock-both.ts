import type { Role } from '@second-ring/contracts/accounts/account'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run, type Transaction } from '@second-ring/database'
import { lockRemovals } from '#accounts/lock-removals.ts'
import type { Caller } from '#identity/caller.ts'
import { isPresent } from '#identity/present-user.ts'

/**
 * Locks an admin and whom they remove, so that two admins who remove each other at once do not both succeed. The rows are locked
 * against the command line, which grants and revokes the role.
 * @returns the role of who is removed
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN (an admin no more), NOT_FOUND
 */
export async function lockBoth(
  tx: Transaction,
  { caller, userId }: { caller: Caller; userId: string },
): Promise<{ role: Role }> {
  await lockRemovals(tx)
  const both = query.selectFrom('users').where('id', 'in', [caller.id, userId]).where(isPresent)
  const rows = await run(tx, both.select(['id', 'role']).orderBy('id').forNoKeyUpdate())
  const admin = rows.find(({ id }) => id === caller.id)
  if (!admin) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
  if (admin.role !== 'ADMIN') throw new DomainError('FORBIDDEN', 'Your account is not allowed to do this.')
  const removed = rows.find(({ id }) => id === userId)
  if (!removed) throw new DomainError('NOT_FOUND', 'There is no such user.')
  return { role: removed.role }
}
