import type { UnverifySellerInput } from '@second-ring/contracts/accounts/manage-users'
import { DomainError } from '@second-ring/contracts/errors'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Takes a seller's verification back and tells them why; the tick goes from beside their name.
 * @returns `changed: false` for one who was not verified
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND (no such seller)
 */
export async function unverifySeller(
  platform: Platform,
  caller: Caller,
  { userId, reason }: UnverifySellerInput,
): Promise<{ userId: string; changed: boolean }> {
  authorize(caller, 'user.verify')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await requireFreshFactor(tx, platform, caller)
      const seller = { id: userId, role: 'SELLER', deletedAt: null } as const
      const verified = { ...seller, verifiedAt: { not: null } }
      const { count } = await tx.user.updateMany({ where: verified, data: { verifiedAt: null } })
      if (count === 0) {
        if ((await tx.user.count({ where: seller })) === 0) {
          throw new DomainError('NOT_FOUND', 'There is no such seller.')
        }
        return { userId, changed: false }
      }
      const subject = { type: 'user', id: userId } as const
      await recordAction(tx, { actorId: caller.id, action: 'account.unverify', subject, reason })
      const words = { by: 'An admin', text: reason, isMailed: true }
      const message = 'You are no verified seller any more.'
      await notifyUser(tx, { userId, kind: 'account', message, words, mailKind: 'unverified' })
      return { userId, changed: true }
    }),
  )
}
