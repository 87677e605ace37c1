import { type Parameters, query } from '@second-ring/database'
import { sql } from 'kysely'
import { openDispute } from '#orders/open-dispute.ts'

/** What of each order `p.order_id` its buyer's bank asks for, and since when. */
const asked = query
  .selectFrom('disputes as d')
  .innerJoin('payments as p', 'p.id', 'd.payment_id')
  .where('d.state', 'in', openDispute.state.in)
  .where('p.order_id', 'is not', null)
  .groupBy('p.order_id')
  .select(['p.order_id', sql<number>`sum(d.amount_cents)`.as('cents'), sql<Date>`min(d.opened_at)`.as('at')])

/** What a seller has on their account at the provider by each order, and all that they had been sent by then. */
const sent = (parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('transfers as t')
    .where('t.seller_id', '=', parameter('sellerId'))
    .where('t.state', '=', 'SENT')
    .groupBy('t.order_id')
    .select(['t.order_id', sql<number>`sum(t.amount_cents - t.reversed_cents)`.as('cents')])
    .select(
      sql<number>`sum(sum(t.amount_cents - t.reversed_cents)) OVER (ORDER BY max(t.settled_at), t.order_id)`.as(
        'by_then',
      ),
    )

/**
 * What banks ask for of the money that was sent on to a seller, in cents: it stays on their account at the provider until each
 * has decided. What was sent first is paid out first, so what had left before the bank asked is not in it.
 */
export function disputedOnAccount(parameter: Parameters<{ sellerId: string }>) {
  return query
    .selectFrom(sent(parameter).as('s'))
    .innerJoin(asked.as('a'), 'a.order_id', 's.order_id')
    .select(({ selectFrom }) => {
      const paidOut = selectFrom('payouts as pp')
        .where('pp.seller_id', '=', parameter('sellerId'))
        .where('pp.state', 'in', ['IN_TRANSIT', 'PAID'])
        .whereRef('pp.requested_at', '<', 'a.at')
        .select(sql<number>`coalesce(sum(pp.amount_cents), 0)`.as('cents'))
        .$asScalar()
      return sql<number>`coalesce(sum(least(s.cents, a.cents, greatest(s.by_then - ${paidOut}, 0))), 0)::float8`.as(
        'cents',
      )
    })
    .$asScalar()
    .$notNull()
}
