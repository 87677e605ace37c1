import type { CancelDeletionOutput } from '@second-ring/contracts/accounts/own-account'
import { DomainError } from '@second-ring/contracts/errors'
import type { Transaction } from '@second-ring/database'
import { keepAccount } from '#accounts/keep-account.ts'
import { lockRemovals } from '#accounts/lock-removals.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { presentUser } from '#identity/present-user.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

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
      if (await keepAccount(tx, { userId })) return { changed: true }
      await rejectLost(tx, userId)
      return { changed: false }
    }),
  )
}

/** @throws DomainError UNAUTHENTICATED (removed or suspended), CONFLICT (its time has run out) */
async function rejectLost(tx: Transaction, userId: string): Promise<void> {
  const user = await tx.user.findFirst({
    where: { id: userId, ...presentUser },
    select: { deletesAt: true, suspendedAt: true },
  })
  if (!user) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
  if (user.suspendedAt) throw new DomainError('UNAUTHENTICATED', 'Your account was suspended.')
  if (user.deletesAt) throw new DomainError('CONFLICT', 'The time to keep your account has run out.')
}
