import type { RemoveUserInput } from '@second-ring/contracts/accounts/manage-users'
import { DomainError } from '@second-ring/contracts/errors'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { banProven } from './ban-proven.ts'
import { lockBoth } from './lock-both.ts'
import { confirmProposal } from './propose-removal.ts'
import { removeAccount } from './remove-account.ts'

/**
 * Removes a user, as {@link removeAccount} says. A payment that the bank disputes is the bank's to decide; what it leaves
 * is refunded by the minute's job. A phone that its seller says is handed over is an admin's to decide.
 * With `banReason` no account may have their email again.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND (unknown, or removed already), CONFLICT (themselves, so that
 * an admin remains; or an email to ban that was never proven), SECOND_ADMIN_REQUIRED (an admin whose removal no other admin has proposed)
 */
export async function removeUser(
  platform: Platform,
  caller: Caller,
  { userId, reason, banReason }: RemoveUserInput,
): Promise<{ userId: string }> {
  authorize(caller, 'user.remove')
  if (userId === caller.id) throw new DomainError('CONFLICT', 'You cannot remove your own account.')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const { role } = await lockBoth(tx, { caller, userId })
      await requireFreshFactor(tx, platform, caller)
      if (role === 'ADMIN') await confirmProposal(tx, caller, userId)
      if (banReason !== undefined) await banProven(tx, platform, { userId, reason: banReason, bannedById: caller.id })
      await removeAccount(tx, platform, { userId, actorId: caller.id, reason })
      return { userId }
    }),
  )
}
