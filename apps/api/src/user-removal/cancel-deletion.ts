import type { CancelDeletionOutput } from '@second-ring/contracts/accounts/own-account'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run, type Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { isPresent, presentUser } from '#identity/present-user.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { showListings } from './hide-listings.ts'
import { lockRemovals } from './lock-removals.ts'

/**
 * Keeps the caller's account after all: their hidden listings are for sale again, but for those whose category was retired
 * meanwhile. What ended with the request, such as bookings, does not come back.
 * @throws DomainError FORBIDDEN, CONFLICT (the time for it has run out), UNAUTHENTICATED (removed or suspended meanwhile), TOO_MANY_REQUESTS
 */
export async function cancelDeletion(
  { database, rateLimits }: Platform,
  caller: Caller,
): Promise<CancelDeletionOutput> {
  authorize(caller, 'account.delete')
  const { id: userId } = caller
  await rateLimits.countAccount('changeAccount', userId)
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await lockRemovals(tx)
      if (!(await clearTime(tx, userId))) return { changed: false }
      const subject = { type: 'user', id: userId } as const
      await recordAction(tx, { actorId: userId, action: 'account.cancel-deletion', subject })
      await showListings(tx, userId)
      return { changed: true }
    }),
  )
}

async function clearTime(tx: Transaction, userId: string): Promise<boolean> {
  const present = query.updateTable('users').where('id', '=', userId).where(isPresent)
  const mayKeep = present.where('suspended_at', 'is', null)
  const inTime = mayKeep.where('deletes_at', '>', now).set({ deletion_requested_at: null, deletes_at: null })
  if ((await run(tx, inTime.returning('id'))).length === 1) return true
  const user = await tx.user.findFirst({
    where: { id: userId, ...presentUser },
    select: { deletesAt: true, suspendedAt: true },
  })
  if (!user) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
  if (user.suspendedAt) throw new DomainError('UNAUTHENTICATED', 'Your account was suspended.')
  if (user.deletesAt) throw new DomainError('CONFLICT', 'The time to keep your account has run out.')
  return false
}
