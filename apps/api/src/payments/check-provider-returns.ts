import { Prisma } from '@second-ring/database'
import type { LedgerDispute, LedgerRefund } from '#platform/provider-ledger.ts'
import { inBatches, type ProviderCheck } from './check-provider.ts'
import type { CheckedRule } from './ledger-rule.ts'

type Return = LedgerRefund | LedgerDispute

interface ReturnRow {
  provider_id: string | null
  intent_id: string
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
export async function checkProviderReturns(of: ProviderCheck): Promise<CheckedRule[]> {
  const checked: CheckedRule[] = []
  for (const kind of kinds) checked.push(await check(of, kind))
  return checked
}

async function check(of: ProviderCheck, { table, one }: Returns): Promise<CheckedRule> {
  const missing = await namesOf(of, table)
  const wrong: string[] = []
  let ours = 0
  for await (const returns of inBatches<Return>(of.ledger[table](), BATCH)) {
    const rows = await rowsOf(of, table, returns)
    for (const item of returns) {
      missing.delete(item.id)
      const known = rows.get(item.intentId ?? '')
      if (!known) continue
      ours += 1
      if (!complain(item, known, of)) continue
      if (item.intentId !== null) await of.settle?.(item.intentId).catch(() => undefined)
      const now = await of.ledger[one](item.id)
      const complaint = complain(now, (await rowsOf(of, table, [now])).get(now.intentId ?? '') ?? [], of)
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
  const rows = await database.$queryRaw<(Omit<ReturnRow, 'state'> & { state: string | null })[]>(Prisma.sql`
    SELECT p.intent_id, x.provider_id, x.state::text AS state, x.amount_cents
    FROM payments p LEFT JOIN ${Prisma.raw(table)} x ON x.payment_id = p.id WHERE p.intent_id = ANY(${intentIds})`)
  const byIntent = new Map<string, ReturnRow[]>()
  for (const { state, ...row } of rows) {
    const known = byIntent.get(row.intent_id) ?? []
    byIntent.set(row.intent_id, state === null ? known : [...known, { ...row, state }])
  }
  return byIntent
}

/** What the product says that the provider has. */
async function namesOf({ database }: ProviderCheck, table: Returns['table']): Promise<Set<string>> {
  const rows = await database.$queryRaw<{ provider_id: string }[]>(
    Prisma.sql`SELECT provider_id FROM ${Prisma.raw(table)} WHERE provider_id IS NOT NULL`,
  )
  return new Set(rows.map(row => row.provider_id))
}
