import { DomainError } from '@second-ring/contracts/errors'
import type { RemovePasskeyInput } from '@second-ring/contracts/factor/passkeys'
import { authorize, type Caller } from '#identity/caller.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { lockAdmin } from './lock-admin.ts'
import { recordAccessChange } from './record-access-change.ts'
import { requireFreshFactor } from './require-fresh-factor.ts'

/**
 * Removes one of the caller's passkeys; with the last one the recovery codes go too. Where the factor is required the last
 * one stays.
 * @throws DomainError FORBIDDEN, NOT_FOUND (unknown, or another's), FACTOR_REQUIRED, CONFLICT (the last one)
 */
export async function removePasskey(
  platform: Platform,
  caller: Caller,
  { passkeyId }: RemovePasskeyInput,
): Promise<{ passkeyId: string }> {
  authorize(caller, 'factor.manage')
  const userId = caller.id
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await lockAdmin(tx, caller)
      await requireFreshFactor(tx, platform, caller)
      const { count } = await tx.passkey.deleteMany({ where: { id: passkeyId, userId } })
      if (count === 0) throw new DomainError('NOT_FOUND', 'There is no such passkey.')
      // Whoever held it may have proven by it, or made tokens.
      await tx.adminToken.deleteMany({ where: { userId } })
      await tx.factorProof.deleteMany({ where: { userId, sessionId: { not: caller.sessionId } } })
      if ((await tx.passkey.count({ where: { userId } })) === 0) {
        if (platform.requiresFactor)
          throw new DomainError('CONFLICT', 'This is your last passkey: add another one first.')
        await tx.recoveryCode.deleteMany({ where: { userId } })
      }
      await recordAccessChange(tx, { userId, action: 'account.remove-passkey' })
      return { passkeyId }
    }),
  )
}
