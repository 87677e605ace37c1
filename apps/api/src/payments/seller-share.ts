import { query, type Tables } from '@second-ring/database'
import { expressionBuilder, sql } from 'kysely'
import { ledgerCents } from '#platform/ledger-cents.ts'

const { selectFrom } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** What the seller has earned by an order `o`, but for what went back to its buyer since; in cents. */
export const earnedCents = ledgerCents('SELLER_BALANCE')

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
