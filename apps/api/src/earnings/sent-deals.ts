import { type Parameters, query } from '@second-ring/database'
import { sql } from 'kysely'
import { now } from '#platform/database-clock.ts'

/** What a seller has earned by each order that was released, but for what went back since. */
const earned = (parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('ledger_accounts as a')
    .innerJoin('ledger_entries as e', 'e.account_id', 'a.id')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .innerJoin('payments as p', 'p.id', 't.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('a.kind', '=', 'SELLER_BALANCE')
    .where('a.owner_id', '=', parameter('sellerId'))
    .groupBy('o.id')
    .select(['o.id as order_id', 'o.released_at', sql<number>`(-sum(e.amount_cents))::int`.as('cents')])

/** What of it was sent on to their account at the provider, and not taken back. */
const sent = (parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('transfers as t')
    .where('t.seller_id', '=', parameter('sellerId'))
    .where('t.state', '=', 'SENT')
    .groupBy('t.order_id')
    .select(['t.order_id', sql<Date>`max(t.settled_at)`.as('at')])
    .select(sql<number>`sum(t.amount_cents - t.reversed_cents)::int`.as('cents'))

/** The payouts that arrived at their bank, each with all that had arrived by then. */
const arrived = (parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('payouts as p')
    .where('p.seller_id', '=', parameter('sellerId'))
    .where('p.state', '=', 'PAID')
    .select([
      'p.settled_at as at',
      sql<number>`sum(p.amount_cents) OVER (ORDER BY p.settled_at, p.id)::float8`.as('cents'),
    ])

/** Those that are under way, each with all that will have arrived with it, in the order in which they were made. */
const expected = (parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('payouts as p')
    .where('p.seller_id', '=', parameter('sellerId'))
    .where('p.state', 'in', ['PAID', 'REQUESTED', 'IN_TRANSIT'])
    .select([
      'p.state',
      'p.arrives_at as at',
      sql<number>`sum(p.amount_cents) OVER (ORDER BY p.state = 'PAID' DESC, p.requested_at, p.id)::float8`.as('cents'),
    ])

/**
 * How far the money of each released order of a seller is. Payouts are sums: what was sent first arrives first. Of what was not
 * sent, the balance is of those that were released first, as transfers are planned; the rest was kept for what the seller owed.
 */
export const sentDeals = (parameter: Parameters<{ sellerId: string }>) =>
  query
    .with('earned', () => earned(parameter))
    .with('sent', () => sent(parameter))
    .with('arrived', () => arrived(parameter))
    .with('expected', () => expected(parameter))
    .with('running', db =>
      db
        .selectFrom('earned')
        .leftJoin('sent', 'sent.order_id', 'earned.order_id')
        .select(['earned.order_id', 'sent.at as sent_at', sql<number>`coalesce(sent.cents, 0)`.as('sent')])
        .select([
          sql<number>`greatest(earned.cents - coalesce(sent.cents, 0), 0)`.as('unsent'),
          sql<number>`sum(earned.cents - coalesce(sent.cents, 0)) OVER ()`.as('balance'),
          sql<number>`sum(sent.cents) OVER (ORDER BY sent.at, earned.order_id)`.as('sent_by_then'),
          sql<number>`sum(greatest(earned.cents - coalesce(sent.cents, 0), 0))
            OVER (ORDER BY earned.released_at, earned.order_id)`.as('unsent_by_then'),
        ]),
    )
    .selectFrom('running as r')
    .select(({ exists, selectFrom }) => [
      'r.order_id',
      'r.sent as sent_cents',
      'r.sent_at',
      sql<number>`least(r.unsent, greatest(r.unsent_by_then - r.balance, 0))::int`.as('kept_cents'),
      'r.unsent as unsent_cents',
      selectFrom('arrived')
        .whereRef('arrived.cents', '>=', 'r.sent_by_then')
        .select(sql<Date | null>`min(arrived.at)`.as('at'))
        .$asScalar()
        .as('arrived_at'),
      exists(
        selectFrom('expected')
          .where('expected.state', '<>', 'PAID')
          .whereRef('expected.cents', '>=', 'r.sent_by_then')
          .select(sql<number>`1`.as('one')),
      )
        .$castTo<boolean>()
        .as('is_in_payout'),
      selectFrom('expected')
        .where('expected.state', '<>', 'PAID')
        .where('expected.at', '>', now)
        .whereRef('expected.cents', '>=', 'r.sent_by_then')
        .select('expected.at')
        .orderBy('expected.cents')
        .limit(1)
        .$asScalar()
        .as('expected_at'),
    ])
