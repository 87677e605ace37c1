import { type Database, Prisma, run, type Transaction } from '@second-ring/database'
import { verifyAudit } from '#audit/verify-audit.ts'
import type { AuditKeys } from '#platform/audit-keys.ts'
import type { ProviderLedger } from '#platform/provider-ledger.ts'
import { hasQueue } from '#platform/queue-tables.ts'
import { checkProviderBalance } from './check-provider-balance.ts'
import { checkProviderCharges } from './check-provider-charges.ts'
import { checkProviderReturns } from './check-provider-returns.ts'
import { entryRules } from './entry-rules.ts'
import type { CheckedRule, LedgerRule } from './ledger-rule.ts'
import { givenUpRule, ledgerRules } from './ledger-rules.ts'
import { payoutRules } from './payout-rules.ts'

interface LedgerCheck {
  database: Database
  /** The provider's own ledger; without it, only the product's rows are checked. */
  ledger?: ProviderLedger | undefined
  /** What has signed the audit's chain; without it, the chain is not checked. */
  auditKeys?: AuditKeys | undefined
  /** The age below which an unknown charge is no violation, in milliseconds; 0 when the product is at rest. */
  graceMs?: number
  /** Called for an intent that looks wrong before it is reported; optional. */
  settle?: (intentId: string) => Promise<unknown>
}

const SNAPSHOT_MS = 120_000

/**
 * Checks every rule of phones and money on all rows, in one snapshot, then compares them with the provider's ledger, has the
 * auditor recompute them from the provider's balance, and reads the audit's chain. It may run while the product does.
 */
export async function checkLedger(check: LedgerCheck): Promise<CheckedRule[]> {
  const { database, ledger, auditKeys, graceMs = 0, settle } = check
  const rules = [...ledgerRules, ...entryRules, ...payoutRules, ...((await hasQueue(database)) ? [givenUpRule] : [])]
  const checked = await database.$transaction(
    async tx => {
      const results: CheckedRule[] = []
      for (const rule of rules) results.push(await hold(tx, rule))
      return results
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead, timeout: SNAPSHOT_MS },
  )
  if (ledger) {
    const options = { database, ledger, graceMs, settle }
    checked.push(...(await checkProviderCharges(options)), ...(await checkProviderReturns(options)))
    checked.push(await checkProviderBalance(options))
  }
  if (auditKeys) checked.push(await holdChain(database, auditKeys))
  return checked
}

async function holdChain(database: Database, keys: AuditKeys): Promise<CheckedRule> {
  const { chain } = await verifyAudit(database, { keys, shipped: [] })
  return {
    rule: 'The audit’s chain is whole',
    of: 'entries',
    checked: chain.entries,
    violations: chain.whole ? [] : [`something was ${chain.fault} at ${chain.at}`],
  }
}

async function hold(tx: Transaction, { rule, of, counted, broken }: LedgerRule): Promise<CheckedRule> {
  const [{ count } = { count: 0 }] = await run(tx, counted)
  const rows = await run(tx, broken)
  return { rule, of, checked: count, violations: rows.map(row => row.what) }
}

/** What was checked, as lines of text; violations stand below their rule. */
export function describeLedger(checked: CheckedRule[]): string {
  const lines = checked.flatMap(({ rule, of, checked: count, violations }) => [
    `${violations.length === 0 ? '✓' : '✗'} ${rule} (${count} ${of})`,
    ...violations.map(what => `    ${what}`),
  ])
  const broken = violationsOf(checked).length
  const verdict = broken === 0 ? 'The ledger balances' : `The ledger does not balance: ${broken} violations`
  return [...lines, `${verdict}.`].join('\n')
}

/** All violations, each with its rule. */
export function violationsOf(checked: CheckedRule[]): string[] {
  return checked.flatMap(({ rule, violations }) => violations.map(what => `${rule}: ${what}`))
}
