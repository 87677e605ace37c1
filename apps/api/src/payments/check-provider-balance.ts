import type { MoneyAudit } from '#platform/provider-ledger.ts'
import type { ProviderCheck } from './check-provider.ts'
import type { CheckedRule } from './ledger-rule.ts'

/**
 * Has the auditor compare the provider's balance with the product's ledger. What differs is settled, and compared again; what
 * moved a moment ago is in flight and no violation.
 */
export async function checkProviderBalance(options: ProviderCheck): Promise<CheckedRule> {
  const { database, ledger, settle } = options
  let audit = await ledger.audit(database)
  const intentIds = new Set(audit.differences.flatMap(({ intentId }) => intentId ?? []))
  if (settle && intentIds.size > 0) {
    // What cannot be settled is reported.
    for (const intentId of intentIds) await settle(intentId).catch(() => undefined)
    audit = await ledger.audit(database)
  }
  return {
    rule: 'Everybody’s position is what the provider’s balance transactions say',
    of: 'charges of the provider',
    checked: audit.charges,
    violations: violationsOf(audit, options),
  }
}

function violationsOf({ differences }: MoneyAudit, { graceMs }: ProviderCheck): string[] {
  // At rest nothing is: the provider's clock may be ahead.
  const isYoung = (at: Date | null) => graceMs > 0 && at !== null && at.getTime() > Date.now() - graceMs
  return differences.filter(({ movedAt }) => !isYoung(movedAt)).map(({ what }) => what)
}
