import type { LedgerAccountKind, Tables } from '@second-ring/database'
import { expressionBuilder, sql } from 'kysely'

/** The accounts of what the market keeps of a deal: its fee, and the tax on it. */
export const feeAccountKinds = ['PLATFORM_FEES', 'FEE_TAX'] as const satisfies LedgerAccountKind[]

/** What the ledger has on accounts of some kinds for the payments of an order `o`, in cents; what is owed is positive. */
export function ledgerCents(...kinds: LedgerAccountKind[]) {
  return total(entriesOf(kinds))
}

/** The same as it was at a moment. */
export function ledgerCentsAt(at: Date, ...kinds: LedgerAccountKind[]) {
  return total(entriesOf(kinds).where('t.posted_at', '<=', at))
}

function entriesOf(kinds: LedgerAccountKind[]) {
  return expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()
    .selectFrom('payments as p')
    .innerJoin('ledger_transactions as t', 't.payment_id', 'p.id')
    .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .whereRef('p.order_id', '=', 'o.id')
    .where('a.kind', 'in', kinds)
}

function total(entries: ReturnType<typeof entriesOf>) {
  return entries.select(sql<number>`coalesce(-sum(e.amount_cents), 0)::int`.as('cents')).$asScalar().$notNull()
}
