import type { WithdrawRemovalInput } from '@second-ring/contracts/accounts/manage-users'
import { lockRemovals } from '#accounts/lock-removals.ts'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Takes the caller's own proposal to remove another admin back.
 * @returns `changed: false` when there is none of theirs any more
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED
 */
export async function withdrawRemoval(
  platform: Platform,
  caller: Caller,
  { userId }: WithdrawRemovalInput,
): Promise<{ changed: boolean }> {
  authorize(caller, 'user.remove')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await lockRemovals(tx)
      await requireFreshFactor(tx, platform, caller)
      const { count } = await tx.removalProposal.deleteMany({ where: { userId, proposedById: caller.id } })
      if (count === 0) return { changed: false }
      const subject = { type: 'user', id: userId } as const
      await recordAction(tx, { actorId: caller.id, action: 'account.withdraw-removal', subject })
      return { changed: true }
    }),
  )
}
