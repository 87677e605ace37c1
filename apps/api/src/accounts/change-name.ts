import type { ChangeNameInput } from '@second-ring/contracts/accounts/own-account'
import { DomainError } from '@second-ring/contracts/errors'
import { authorize, type Caller } from '#identity/caller.ts'
import { presentUser } from '#identity/present-user.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Changes the name of the caller's account, which listings show at once. The audit has no names, so that nothing of a
 * removed user is left in it.
 * @throws DomainError FORBIDDEN, UNAUTHENTICATED (removed meanwhile), TOO_MANY_REQUESTS
 */
export async function changeName(
  { database, rateLimits }: Platform,
  caller: Caller,
  { name }: ChangeNameInput,
): Promise<{ name: string }> {
  authorize(caller, 'account.change-name')
  await rateLimits.countAccount('changeAccount', caller.id)
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const own = { id: caller.id, ...presentUser, deletesAt: null, suspendedAt: null }
      const { count } = await tx.user.updateMany({ where: { ...own, name: { not: name } }, data: { name } })
      if (count === 1) {
        const subject = { type: 'user', id: caller.id } as const
        await recordAction(tx, { actorId: caller.id, action: 'account.change-name', subject })
      } else if ((await tx.user.count({ where: own })) === 0) {
        throw new DomainError('UNAUTHENTICATED', 'Your account was removed or suspended, or is about to be.')
      }
      return { name }
    }),
  )
}
