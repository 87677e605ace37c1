import type { LiftBanInput } from '@second-ring/contracts/accounts/moderation'
import { query, run } from '@second-ring/database'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Lets accounts have a banned email again.
 * @returns `changed: false` for a ban that is not there any more
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED
 */
export async function liftBan(
  platform: Platform,
  caller: Caller,
  { banId }: LiftBanInput,
): Promise<{ changed: boolean }> {
  authorize(caller, 'user.ban')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await requireFreshFactor(tx, platform, caller)
      const lifting = query.deleteFrom('banned_emails').where('id', '=', banId).returning('user_id as userId')
      const [lifted] = await run(tx, lifting)
      if (!lifted) return { changed: false }
      const subject = { type: 'user', id: lifted.userId } as const
      await recordAction(tx, { actorId: caller.id, action: 'account.lift-ban', subject })
      return { changed: true }
    }),
  )
}
