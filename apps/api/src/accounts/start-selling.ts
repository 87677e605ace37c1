import type { StartSellingOutput } from '@second-ring/contracts/accounts/own-account'
import { DomainError } from '@second-ring/contracts/errors'
import { authorize, type Caller } from '#identity/caller.ts'
import { presentUser } from '#identity/present-user.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Makes the caller a seller. Roles are read with each call, so that they may post at once, in every tab and on every
 * device. A seller stays one.
 * @throws DomainError FORBIDDEN (an admin), UNAUTHENTICATED (removed meanwhile), TOO_MANY_REQUESTS
 */
export async function startSelling({ database, rateLimits }: Platform, caller: Caller): Promise<StartSellingOutput> {
  authorize(caller, 'account.start-selling')
  await rateLimits.countAccount('changeAccount', caller.id)
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const own = { id: caller.id, ...presentUser, deletesAt: null, suspendedAt: null }
      const { count } = await tx.user.updateMany({ where: { ...own, role: 'BUYER' }, data: { role: 'SELLER' } })
      if (count === 1) {
        const subject = { type: 'user', id: caller.id } as const
        await recordAction(tx, { actorId: caller.id, action: 'account.start-selling', subject })
        return { role: 'SELLER', changed: true }
      }
      if ((await tx.user.count({ where: { ...own, role: 'SELLER' } })) === 1) return { role: 'SELLER', changed: false }
      throw new DomainError(
        'UNAUTHENTICATED',
        'Your account was removed or suspended, or is about to be, or its role was changed.',
      )
    }),
  )
}
