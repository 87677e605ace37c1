import type { FreezePayoutsInput } from '@second-ring/contracts/accounts/moderation'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run } from '@second-ring/database'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { lockPayouts } from '#payouts/lock-payouts.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { lockBoth } from '#user-removal/lock-both.ts'

/**
 * Stops what would be sent to a seller, until an admin releases it; what is theirs stays theirs. It waits for what the provider
 * is being asked for (`payouts/lock-payouts.ts`): once it has answered, nothing more leaves.
 * @returns `changed: false` for a seller whose payouts were frozen already
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND (unknown or removed), CONFLICT (no seller)
 */
export async function freezePayouts(
  platform: Platform,
  caller: Caller,
  { userId, reason }: FreezePayoutsInput,
): Promise<{ userId: string; changed: boolean }> {
  authorize(caller, 'payout.freeze')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await lockPayouts(tx, userId)
      const { role } = await lockBoth(tx, { caller, userId })
      await requireFreshFactor(tx, platform, caller)
      if (role !== 'SELLER') throw new DomainError('CONFLICT', 'This is no seller: nothing is paid out to them.')
      const freezing = query.updateTable('users').set({ payouts_frozen_at: now }).where('id', '=', userId)
      const frozen = await run(tx, freezing.where('payouts_frozen_at', 'is', null).returning('id'))
      if (frozen.length === 0) return { userId, changed: false }
      const subject = { type: 'user', id: userId } as const
      await recordAction(tx, { actorId: caller.id, action: 'payout.freeze', subject, reason })
      const message =
        'Payouts to you are stopped while a problem is looked into. What you have earned stays yours, and waits.'
      const words = { by: 'An admin', text: reason, isMailed: true }
      await notifyUser(tx, { userId, kind: 'payouts-frozen', message, words })
      return { userId, changed: true }
    }),
  )
}
