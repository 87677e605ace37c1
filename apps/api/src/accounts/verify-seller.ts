import type { VerifySellerInput } from '@second-ring/contracts/accounts/manage-users'
import { DomainError } from '@second-ring/contracts/errors'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { presentUser } from '#identity/present-user.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Marks a seller as verified and tells them; the tick then stands beside their name. The note of what was checked is for
 * admins.
 * @returns `changed: false` for one who was verified already
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND (no such seller), CONFLICT (`name` is not theirs now)
 */
export async function verifySeller(
  platform: Platform,
  caller: Caller,
  { userId, name, note }: VerifySellerInput,
): Promise<{ userId: string; changed: boolean }> {
  authorize(caller, 'user.verify')
  const { database, clock } = platform
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await requireFreshFactor(tx, platform, caller)
      const seller = { id: userId, role: 'SELLER', ...presentUser, setAsideAt: null } as const
      const { count } = await tx.user.updateMany({
        where: { ...seller, verifiedAt: null, ...(name !== undefined && { name }) },
        data: { verifiedAt: clock.now() },
      })
      if (count === 0) {
        const known = await tx.user.findFirst({ where: seller, select: { name: true } })
        if (!known) throw new DomainError('NOT_FOUND', 'There is no such seller.')
        if (name !== undefined && known.name !== name) {
          throw new DomainError('CONFLICT', 'The seller has another name now. Look at it again.')
        }
        return { userId, changed: false }
      }
      const subject = { type: 'user', id: userId } as const
      const audited = { actorId: caller.id, action: 'account.verify', subject } as const
      await recordAction(tx, { ...audited, ...(note !== undefined && { reason: note }) })
      const message = 'You are a verified seller now: the tick stands beside your name.'
      await notifyUser(tx, { userId, kind: 'account', message, mailKind: 'verified' })
      return { userId, changed: true }
    }),
  )
}
