import type { ReleasePayoutsInput } from '@second-ring/contracts/accounts/moderation'
import { DomainError } from '@second-ring/contracts/errors'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { lockBoth } from '#user-removal/lock-both.ts'

/**
 * Releases payouts that were frozen: what the seller has earned is sent on by the next run of the job. Of a removed seller too,
 * whose money would wait for good otherwise.
 * @returns `changed: false` for one whose payouts are not frozen
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND (no such user)
 */
export async function releasePayouts(
  platform: Platform,
  caller: Caller,
  { userId }: ReleasePayoutsInput,
): Promise<{ userId: string; changed: boolean }> {
  authorize(caller, 'payout.freeze')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await lockBoth(tx, { caller, userId: caller.id })
      await requireFreshFactor(tx, platform, caller)
      const frozen = { id: userId, payoutsFrozenAt: { not: null } }
      const { count } = await tx.user.updateMany({ where: frozen, data: { payoutsFrozenAt: null } })
      if (count === 0) {
        if ((await tx.user.count({ where: { id: userId } })) === 0) {
          throw new DomainError('NOT_FOUND', 'There is no such user.')
        }
        return { userId, changed: false }
      }
      const subject = { type: 'user', id: userId } as const
      await recordAction(tx, { actorId: caller.id, action: 'payout.release', subject })
      const message = 'Payouts to you go on: what you have earned is sent to your bank again.'
      await notifyUser(tx, { userId, kind: 'payouts-released', message })
      return { userId, changed: true }
    }),
  )
}
