import type { LiftSuspensionInput } from '@second-ring/contracts/accounts/moderation'
import { inUtc } from '@second-ring/contracts/in-utc'
import { query, run, type Transaction } from '@second-ring/database'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { showListings } from '#listings/hide-listings.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
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
      const open = 'Your account is open again. What you had for sale is back; bookings that ended do not come back.'
      const message = [open, ...(await describeProtected(tx, userId))].join(' ')
      await notifyUser(tx, { userId, kind: 'account', message, mailKind: 'suspension-lifted' })
      return { userId, changed: true }
    }),
  )
}

/** Until when they can report a problem with what was handed over to them. */
async function describeProtected(tx: Transaction, userId: string): Promise<string[]> {
  const reading = query
    .selectFrom('orders')
    .where('buyer_id', '=', userId)
    .where('state', '=', 'HANDED_OVER')
    .where('protected_until', '>', now)
    .select(['product_name as productName', 'protected_until as until'])
    .orderBy('id')
  const rows = await run(tx, reading)
  return rows.map(
    ({ productName, until }) => `You can report a problem with ${productName} until ${until && inUtc(until)}.`,
  )
}
