import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import type { LedgerDispute, LedgerRefund } from '#platform/provider-ledger.ts'
import { inBatches, type ProviderCheck } from './check-provider.ts'
import type { CheckedRule } from './ledger-rule.ts'

type Return = LedgerRefund | LedgerDispute

interface ReturnRow {
  provider_id: string | null
  state: string
  amount_cents: number
}

interface Returns {
  table: 'refunds' | 'disputes'
  one: 'refund' | 'dispute'
}

const BATCH = 500
const kinds: Returns[] = [
  { table: 'refunds', one: 'refund' },
  { table: 'disputes', one: 'dispute' },
]

/** Compares the provider's refunds and disputes with the product's, in the same way as its charges. */
export async function checkProviderReturns(options: ProviderCheck): Promise<CheckedRule[]> {
  const checked: CheckedRule[] = []
  for (const kind of kinds) checked.push(await check(options, kind))
  return checked
}

async function check(options: ProviderCheck, { table, one }: Returns): Promise<CheckedRule> {
  const missing = await namesOf(options, table)
  const wrong: string[] = []
  let ours = 0
  for await (const returns of inBatches<Return>(options.ledger[table](), BATCH)) {
    const rows = await rowsOf(options, table, returns)
    for (const item of returns) {
      missing.delete(item.id)
      const known = rows.get(item.intentId ?? '')
      if (!known) continue
      ours += 1
      if (!complain(item, known, options)) continue
      if (item.intentId !== null) await options.settle?.(item.intentId).catch(() => undefined)
      const now = await options.ledger[one](item.id)
      const complaint = complain(now, (await rowsOf(options, table, [now])).get(now.intentId ?? '') ?? [], options)
      if (complaint) wrong.push(`${one} ${complaint}`)
    }
  }
  const invented = [...missing].map(id => `${one} ${id} is not at the provider`)
  return {
    rule: `Every ${one} is as the provider has it`,
    of: `${table} of the provider`,
    checked: ours,
    violations: [...wrong, ...invented],
  }
}

function complain(item: Return, rows: ReturnRow[], { graceMs }: ProviderCheck): string | null {
  if (item.at.getTime() > Date.now() - graceMs) return null
  const about = `${item.id} (${item.intentId}) of ${item.amountCents} cents is ${item.status} at the provider`
  const row =
    rows.find(({ provider_id }) => provider_id === item.id) ??
    // Before refunds were written down they had no provider's id.
    rows.find(row => row.provider_id === null && row.state === 'SUCCEEDED' && row.amount_cents === item.amountCents)
  if (!row) return `${about}, and nobody has noticed it`
  if (row.state === item.status && row.amount_cents === item.amountCents) return null
  return `${about}, here ${row.state} of ${row.amount_cents} cents`
}

async function rowsOf(
  { database }: ProviderCheck,
  table: Returns['table'],
  returns: Return[],
): Promise<Map<string, ReturnRow[]>> {
  const intentIds = returns.flatMap(({ intentId }) => intentId ?? [])
  const returned = query.selectFrom(table).select(['payment_id', 'provider_id', 'state', 'amount_cents'])
  const selecting = query
    .selectFrom('payments as p')
    .leftJoin(returned.as('r'), 'r.payment_id', 'p.id')
    .where('p.intent_id', '=', sql<string>`any(${intentIds}::text[])`)
    .select(['p.intent_id', 'r.provider_id', 'r.state', 'r.amount_cents'])
  const byIntent = new Map<string, ReturnRow[]>()
  for (const { intent_id, provider_id, state, amount_cents } of await run(database, selecting)) {
    const known = byIntent.get(intent_id) ?? []
    const isNone = state === null || amount_cents === null
    byIntent.set(intent_id, isNone ? known : [...known, { provider_id, state, amount_cents }])
  }
  return byIntent
}

/** What the product says that the provider has. */
async function namesOf({ database }: ProviderCheck, table: Returns['table']): Promise<Set<string>> {
  const rows = await run(database, query.selectFrom(table).select('provider_id'))
  return new Set(rows.flatMap(row => row.provider_id ?? []))
}
