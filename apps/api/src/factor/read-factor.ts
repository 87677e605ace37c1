import type { MyFactorOutput } from '@second-ring/contracts/factor/factor'
import { query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * The caller's passkeys, recovery codes and tokens, oldest first.
 * @throws DomainError FORBIDDEN
 */
export async function readFactor({ database, requiresFactor }: Platform, caller: Caller): Promise<MyFactorOutput> {
  authorize(caller, 'factor.manage')
  const where = { userId: caller.id }
  const select = { id: true, name: true, createdAt: true, usedAt: true } as const
  const valid = query
    .selectFrom('admin_tokens')
    .where('user_id', '=', caller.id)
    .where('expires_at', '>', now)
    .orderBy('id')
    .select(['id', 'created_at as createdAt', 'expires_at as expiresAt'])
  const [passkeys, recoveryCodesLeft, tokens] = await Promise.all([
    database.passkey.findMany({ where, orderBy: { id: 'asc' }, select }),
    database.recoveryCode.count({ where }),
    run(database, valid),
  ])
  return {
    isRequired: requiresFactor,
    passkeys: passkeys.map(({ createdAt, usedAt, ...passkey }) => ({
      ...passkey,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
    tokens: tokens.map(({ id, createdAt, expiresAt }) => ({
      id,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  }
}
