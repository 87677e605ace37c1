import type { ReadStatementInput } from '@second-ring/contracts/earnings/earnings'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'
import { readWholeStatement, type WholeStatement } from './read-statement.ts'

/**
 * Returns a month's statement as it is downloaded. An admin who takes another's away proves their second factor, and is in the audit
 * each time.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED
 */
export async function exportStatement(
  platform: Platform,
  caller: Caller,
  input: ReadStatementInput,
): Promise<WholeStatement> {
  const { sellerId, month } = input
  if (sellerId !== undefined && sellerId !== caller.id) {
    authorize(caller, 'earnings.read-any')
    const subject = { type: 'user', id: sellerId } as const
    await platform.database.$transaction(async tx => {
      await requireFreshFactor(tx, platform, caller)
      await recordAction(tx, { actorId: caller.id, action: 'earnings.export', subject, reason: month })
    })
  }
  return readWholeStatement(platform, caller, input)
}
