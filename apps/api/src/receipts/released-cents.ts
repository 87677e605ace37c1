import type { LedgerAccountKind, Tables } from '@second-ring/database'
import { expressionBuilder, sql } from 'kysely'

/**
 * What the release of an order `o` posted to accounts of some kinds, in cents. What became of it since does not change it.
 */
export function releasedCents(...kinds: LedgerAccountKind[]) {
  return expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()
    .selectFrom('payments as p')
    .innerJoin('ledger_transactions as t', 't.payment_id', 'p.id')
    .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .whereRef('p.order_id', '=', 'o.id')
    .where('t.act', '=', 'ORDER_RELEASED')
    .where('a.kind', 'in', kinds)
    .select(sql<number>`coalesce(-sum(e.amount_cents), 0)::int`.as('cents'))
    .$asScalar()
    .$notNull()
}

/** What the market kept of an order `o` when it was released, with its tax. */
export const keptCents = releasedCents('PLATFORM_FEES', 'FEE_TAX')
/** What of that is tax. */
export const keptTaxCents = releasedCents('FEE_TAX')
/** What its seller got. */
export const sellerCents = releasedCents('SELLER_BALANCE')
