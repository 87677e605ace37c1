import { query, type Tables } from '@second-ring/database'
import { expressionBuilder, sql } from 'kysely'

const { selectFrom } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** What the seller has earned by an order `o`, but for what went back to its buyer since; in cents. */
export const earnedCents = selectFrom('payments as paid')
  .innerJoin('ledger_transactions as lt', 'lt.payment_id', 'paid.id')
  .innerJoin('ledger_entries as le', 'le.transaction_id', 'lt.id')
  .innerJoin('ledger_accounts as la', 'la.id', 'le.account_id')
  .whereRef('paid.order_id', '=', 'o.id')
  .where('la.kind', '=', 'SELLER_BALANCE')
  .select(sql<number>`coalesce(-sum(le.amount_cents), 0)::int`.as('cents'))
  .$asScalar()
  .$notNull()

/** What of it was sent on or is to be; what was taken back is not sent on any more. */
export const transferredCents = selectFrom('transfers as sent')
  .whereRef('sent.order_id', '=', 'o.id')
  .where('sent.state', '<>', 'FAILED')
  .select(sql<number>`coalesce(sum(sent.amount_cents - sent.reversed_cents), 0)::int`.as('cents'))
  .$asScalar()
  .$notNull()

/** Sellers who have so many cents on an account of theirs, more or less than none: by its sum, which a trigger keeps. */
export function sellersWith(kind: 'SELLER_BALANCE' | 'SELLER_PAYOUTS', sign: 'more' | 'less') {
  return query
    .selectFrom('seller_balances as b')
    .where('b.kind', '=', kind)
    .where('b.balance_cents', sign === 'more' ? '>' : '<', '0')
    .select('b.seller_id')
}
