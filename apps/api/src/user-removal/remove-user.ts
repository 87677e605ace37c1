import type { RemoveUserInput } from '@second-ring/contracts/accounts/manage-users'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run, type Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { lockRemovals } from './lock-removals.ts'
import { removeAccount } from './remove-account.ts'

/**
 * Removes a user, as {@link removeAccount} says. A payment that the bank disputes is the bank's to decide; what it leaves
 * is refunded by the minute's job. A phone that its seller says is handed over is an admin's to decide.
 * @throws DomainError FORBIDDEN, NOT_FOUND (unknown, or removed already), CONFLICT (themselves, so that an admin remains)
 */
export async function removeUser(
  platform: Platform,
  caller: Caller,
  { userId }: RemoveUserInput,
): Promise<{ userId: string }> {
  authorize(caller, 'user.remove')
  if (userId === caller.id) throw new DomainError('CONFLICT', 'You cannot remove your own account.')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await lockBoth(tx, { caller, userId })
      await removeAccount(tx, platform, { userId, actorId: caller.id })
      return { userId }
    }),
  )
}

/** Locks both rows, so that two admins who remove each other at once do not both succeed. */
async function lockBoth(tx: Transaction, { caller, userId }: { caller: Caller; userId: string }): Promise<void> {
  await lockRemovals(tx)
  const both = query.selectFrom('users').where('id', 'in', [caller.id, userId]).where('deleted_at', 'is', null)
  const rows = await run(tx, both.select('id').orderBy('id').forNoKeyUpdate())
  const present = rows.map(row => row.id)
  if (!present.includes(caller.id)) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
  if (!present.includes(userId)) throw new DomainError('NOT_FOUND', 'There is no such user.')
}
