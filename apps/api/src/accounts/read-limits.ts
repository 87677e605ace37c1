import { isCounted, limitsOfRole, trustLevels } from '@second-ring/contracts/account-limits'
import type { MyLimits } from '@second-ring/contracts/accounts/limits'
import { DomainError } from '@second-ring/contracts/errors'
import { authorize, type Caller } from '#identity/caller.ts'
import { readAccountUse } from '#platform/account-limits.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * The caller's trust level, and what they have used of each limit that their role can come to.
 * @throws DomainError UNAUTHENTICATED when the account is gone
 */
export async function readLimits({ database, accountLimits }: Platform, caller: Caller): Promise<MyLimits> {
  authorize(caller, 'account.read-limits')
  const names = limitsOfRole(caller.role)
  const counted = names.filter(isCounted)
  const use = await readAccountUse(database, caller.id, counted)
  if (!use) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
  const { level, used } = use
  const next = trustLevels[trustLevels.indexOf(level) + 1]
  return {
    level,
    limits: names.map(name => ({
      name,
      most: accountLimits[name][level],
      used: used[name] ?? null,
      next: next ? accountLimits[name][next] : null,
    })),
  }
}
