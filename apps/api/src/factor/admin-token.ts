import { DomainError } from '@second-ring/contracts/errors'
import {
  ADMIN_TOKENS_MAX,
  type MakeAdminTokenOutput,
  type RevokeAdminTokenInput,
} from '@second-ring/contracts/factor/factor'
import { query, run } from '@second-ring/database'
import { newAdminToken } from '#identity/admin-tokens.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import { fromNow, now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { lockAdmin } from './lock-admin.ts'
import { recordAccessChange } from './record-access-change.ts'
import { requireFreshFactor } from './require-fresh-factor.ts'

/**
 * Makes a token by which the caller's other clients verify, suspend and remove users, lift suspensions, freeze
 * and release payouts, and remove posts on REST, for 24 hours. It is shown once.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, CONFLICT (no passkey yet, or as many tokens as one may have)
 */
export async function makeAdminToken(platform: Platform, caller: Caller): Promise<MakeAdminTokenOutput> {
  authorize(caller, 'factor.manage')
  const userId = caller.id
  return platform.database.$transaction(async tx => {
    await lockAdmin(tx, caller)
    await requireFreshFactor(tx, platform, caller)
    if ((await tx.passkey.count({ where: { userId } })) === 0) {
      throw new DomainError('CONFLICT', 'Add a passkey first: a token stands for its proof.')
    }
    await run(tx, query.deleteFrom('admin_tokens').where('user_id', '=', userId).where('expires_at', '<=', now))
    if ((await tx.adminToken.count({ where: { userId } })) >= ADMIN_TOKENS_MAX) {
      throw new DomainError('CONFLICT', `You have ${ADMIN_TOKENS_MAX} tokens, as many as one may: revoke one first.`)
    }
    const { token, hash } = newAdminToken()
    const making = query
      .insertInto('admin_tokens')
      .values({ user_id: userId, hash, expires_at: fromNow('24 hours') })
      .returning(['id', 'expires_at as expiresAt'])
    const [made] = await run(tx, making)
    if (!made) throw new Error('No token was made')
    await recordAccessChange(tx, { userId, action: 'account.make-token' })
    return { tokenId: made.id, token, expiresAt: made.expiresAt.toISOString() }
  })
}

/**
 * Revokes one of the caller's tokens, at once.
 * @throws DomainError FORBIDDEN, NOT_FOUND (unknown, another's, or revoked before)
 */
export async function revokeAdminToken(
  { database }: Platform,
  caller: Caller,
  { tokenId }: RevokeAdminTokenInput,
): Promise<{ tokenId: string }> {
  authorize(caller, 'factor.manage')
  const userId = caller.id
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const { count } = await tx.adminToken.deleteMany({ where: { id: tokenId, userId } })
      if (count === 0) throw new DomainError('NOT_FOUND', 'There is no such token.')
      await recordAction(tx, { actorId: userId, action: 'account.revoke-token', subject: { type: 'user', id: userId } })
      return { tokenId }
    }),
  )
}
