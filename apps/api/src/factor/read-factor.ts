import type { MyFactorOutput } from '@second-ring/contracts/factor/factor'
import { authorize, type Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * The caller's passkeys, oldest first, and how many recovery codes they have left.
 * @throws DomainError FORBIDDEN
 */
export async function readFactor({ database, requiresFactor }: Platform, caller: Caller): Promise<MyFactorOutput> {
  authorize(caller, 'factor.manage')
  const where = { userId: caller.id }
  const select = { id: true, name: true, createdAt: true, usedAt: true } as const
  const [passkeys, recoveryCodesLeft] = await Promise.all([
    database.passkey.findMany({ where, orderBy: { id: 'asc' }, select }),
    database.recoveryCode.count({ where }),
  ])
  return {
    isRequired: requiresFactor,
    passkeys: passkeys.map(({ createdAt, usedAt, ...passkey }) => ({
      ...passkey,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
  }
}
