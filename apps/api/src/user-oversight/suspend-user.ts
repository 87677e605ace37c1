import type { SuspendUserInput } from '@second-ring/contracts/accounts/moderation'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run, type Transaction } from '@second-ring/database'
import { endSessions } from '#accounts/end-sessions.ts'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { describeSuspension } from '#identity/suspended.ts'
import { hideListings } from '#listings/hide-listings.ts'
import { recordMail } from '#mails/record-mail.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { endOpenDeals } from '#user-removal/end-open-deals.ts'
import { lockBoth } from '#user-removal/lock-both.ts'
import { settlePaidOrders } from '#user-removal/settle-paid-orders.ts'
import { holdForSuspendedBuyer } from './hold-for-suspended-buyer.ts'

/**
 * Suspends a user until an admin lifts it. Their sessions end at once, and a sign-in tells them the reason alone; their
 * unsold listings are hidden, their unpaid bookings end on either side, their places on waiting lists too, and their paid
 * orders that were not handed over are refunded. The money of what they have just got is held for longer.
 * @returns `changed: false` for one who was suspended already
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND (unknown or removed), CONFLICT (themselves, an admin, or set aside)
 */
export async function suspendUser(
  platform: Platform,
  caller: Caller,
  { userId, reason }: SuspendUserInput,
): Promise<{ userId: string; changed: boolean }> {
  authorize(caller, 'user.suspend')
  if (userId === caller.id) throw new DomainError('CONFLICT', 'You cannot suspend your own account.')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const { role } = await lockBoth(tx, { caller, userId })
      await requireFreshFactor(tx, platform, caller)
      if (role === 'ADMIN') {
        throw new DomainError('CONFLICT', 'This is an admin. Revoke the role on the command line first.')
      }
      if (!(await markSuspended(tx, { userId, reason }))) return { userId, changed: false }
      const subject = { type: 'user', id: userId } as const
      await recordAction(tx, { actorId: caller.id, action: 'account.suspend', subject, reason })
      await endSessions(tx, { userId, reason: 'SUSPENDED' })
      await endOpenDeals(tx, platform, {
        userId,
        actorId: caller.id,
        happened: 'was suspended',
        async takeListings() {
          await settlePaidOrders(tx, platform, { userId, actorId: caller.id, happened: 'was suspended' })
          await hideListings(tx, userId)
        },
      })
      const advice = await holdForSuspendedBuyer(tx, platform, { userId, actorId: caller.id })
      const message = [describeSuspension(platform, reason), advice].filter(text => text !== '').join('\n')
      await recordMail(tx, { userId, kind: 'suspended', message })
      return { userId, changed: true }
    }),
  )
}

/** Locks the user against bookings, posts and payments, whose triggers and statements share a lock on them. */
async function markSuspended(
  tx: Transaction,
  { userId, reason }: { userId: string; reason: string },
): Promise<boolean> {
  const user = query.selectFrom('users').where('id', '=', userId)
  const [locked] = await run(tx, user.select(['suspended_at as since', 'set_aside_at as setAsideAt']).forUpdate())
  if (locked?.setAsideAt) {
    throw new DomainError('CONFLICT', 'This account was set aside: nobody can sign in to it any more.')
  }
  if (!locked || locked.since !== null) return false
  const marking = query.updateTable('users').set({ suspended_at: now, suspension_reason: reason })
  await run(tx, marking.where('id', '=', userId))
  return true
}
