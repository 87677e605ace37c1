import type { LiftSuspensionInput } from '@second-ring/contracts/accounts/moderation'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { showListings } from '#listings/hide-listings.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { lockBoth } from '#user-removal/lock-both.ts'

/**
 * Lifts a suspension: the user may sign in again, and their hidden listings are for sale again, unless the account is about
 * to be deleted. What ended with the suspension, such as bookings, does not come back.
 * @returns `changed: false` for one who is not suspended
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND (unknown or removed)
 */
export async function liftSuspension(
  platform: Platform,
  caller: Caller,
  { userId }: LiftSuspensionInput,
): Promise<{ userId: string; changed: boolean }> {
  authorize(caller, 'user.suspend')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await lockBoth(tx, { caller, userId })
      await requireFreshFactor(tx, platform, caller)
      const suspended = { id: userId, suspendedAt: { not: null } }
      const { count } = await tx.user.updateMany({
        where: suspended,
        data: { suspendedAt: null, suspensionReason: null },
      })
      if (count === 0) return { userId, changed: false }
      const subject = { type: 'user', id: userId } as const
      await recordAction(tx, { actorId: caller.id, action: 'account.lift-suspension', subject })
      await showListings(tx, userId)
      const message = 'Your account is open again. What you had for sale is back; bookings that ended do not come back.'
      await notifyUser(tx, { userId, kind: 'account', message, mailKind: 'suspension-lifted' })
      return { userId, changed: true }
    }),
  )
}
