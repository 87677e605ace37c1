import { type Database, Prisma, type Transaction } from '@second-ring/database'
import { verifyChain } from '../audit/verify-chain.ts'
import type { ProviderLedger } from '../platform/provider-ledger.ts'
import { type BookRule, bookRules, type CheckedRule, noQueue, queueRules, refundInLine } from './book-rules.ts'
import { checkLedger } from './check-ledger.ts'

interface Books {
  database: Database
  /** The provider's own books; without them, only the product's are checked. */
  ledger?: ProviderLedger | undefined
  /** How young a charge may be that nobody has heard of yet, in milliseconds; 0 when the product is at rest. */
  graceMs?: number
}

const SNAPSHOT_MS = 120_000

/**
 * Holds every rule of phones and money against all rows, in one snapshot, then against the provider's ledger, and reads
 * the audit's chain. It changes nothing and may run while the product does.
 */
export async function checkBooks({ database, ledger, graceMs = 0 }: Books): Promise<CheckedRule[]> {
  const [{ has } = { has: false }] = await database.$queryRaw<{ has: boolean }[]>`
    SELECT to_regclass('pgboss.job') IS NOT NULL AS has`
  const rules = [...bookRules, ...queueRules(has ? refundInLine : noQueue, has)]
  const checked = await database.$transaction(
    async tx => {
      const results: CheckedRule[] = []
      for (const rule of rules) results.push(await hold(tx, rule))
      return results
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead, timeout: SNAPSHOT_MS },
  )
  if (ledger) checked.push(...(await checkLedger({ database, ledger, hasQueue: has, graceMs })))
  const chain = await verifyChain(database)
  checked.push({
    rule: 'The audit’s chain is whole',
    of: 'entries',
    checked: chain.entries,
    violations: chain.whole ? [] : [`something was ${chain.fault} at ${chain.at}`],
  })
  return checked
}

async function hold(tx: Transaction, { rule, of, counted, broken }: BookRule): Promise<CheckedRule> {
  const [{ count } = { count: 0n }] = await tx.$queryRaw<{ count: bigint }[]>(counted)
  const rows = await tx.$queryRaw<{ what: string }[]>(broken)
  return { rule, of, checked: Number(count), violations: rows.map(row => row.what) }
}

/** What was checked, as lines for people; violations stand below their rule. */
export function describeBooks(checked: CheckedRule[]): string {
  const lines = checked.flatMap(({ rule, of, checked: count, violations }) => [
    `${violations.length === 0 ? '✓' : '✗'} ${rule} (${count} ${of})`,
    ...violations.map(what => `    ${what}`),
  ])
  const broken = violationsOf(checked).length
  const verdict = broken === 0 ? 'The books balance' : `The books do not balance: ${broken} violations`
  return [...lines, `${verdict}.`].join('\n')
}

/** All violations, each with its rule. */
export function violationsOf(checked: CheckedRule[]): string[] {
  return checked.flatMap(({ rule, violations }) => violations.map(what => `${rule}: ${what}`))
}
