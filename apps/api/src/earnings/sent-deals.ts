import { type Database, type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import { isOnClosedAccount } from '#payments/waiting-on-accounts.ts'
import { type MadePayout, type Traced, traceTransfers } from './trace-transfers.ts'

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

/**
 * How much of each released order of a seller was sent on. Of what was not sent, the balance is of those that were released first,
 * as transfers are planned; the rest was kept for what the seller owed.
 */
export const sentDeals = (parameter: Parameters<{ sellerId: string }>) =>
  query
    .with('earned', () => earned(parameter))
    .with('sent', () => sent(parameter))
    .with('running', db =>
      db
        .selectFrom('earned')
        .leftJoin('sent', 'sent.order_id', 'earned.order_id')
        .select(['earned.order_id', 'sent.at as sent_at', sql<number>`coalesce(sent.cents, 0)`.as('sent')])
        .select([
          sql<number>`greatest(earned.cents - coalesce(sent.cents, 0), 0)`.as('unsent'),
          sql<number>`sum(earned.cents - coalesce(sent.cents, 0)) OVER ()`.as('balance'),
          sql<number>`sum(greatest(earned.cents - coalesce(sent.cents, 0), 0))
            OVER (ORDER BY earned.released_at, earned.order_id)`.as('unsent_by_then'),
        ]),
    )
    .selectFrom('running as r')
    .select([
      'r.order_id',
      'r.sent as sent_cents',
      'r.sent_at',
      sql<number>`least(r.unsent, greatest(r.unsent_by_then - r.balance, 0))::int`.as('kept_cents'),
      'r.unsent as unsent_cents',
    ])

const findTransfers = prepare((parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('transfers as t')
    .where('t.seller_id', '=', parameter('sellerId'))
    .innerJoin('payout_accounts as pa', 'pa.user_id', 't.seller_id')
    .where('t.state', '=', 'SENT')
    .select(['t.id', 't.order_id as orderId', 't.amount_cents as cents', sql<Date>`t.settled_at`.as('at')])
    .select(['t.provider_account_id as accountId', isOnClosedAccount.as('isClosed')])
    .orderBy('t.settled_at')
    .orderBy('t.id'),
)

const findReversals = prepare((parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('transfer_reversals as r')
    .innerJoin('transfers as t', 't.id', 'r.transfer_id')
    .where('t.seller_id', '=', parameter('sellerId'))
    .where('r.state', '=', 'SENT')
    .select(['r.transfer_id as transferId', 'r.amount_cents as cents', sql<Date>`r.settled_at`.as('at')])
    .orderBy('r.settled_at')
    .orderBy('r.id'),
)

const findPayouts = prepare((parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('payouts as p')
    .where('p.seller_id', '=', parameter('sellerId'))
    .where('p.state', 'in', ['PAID', 'REQUESTED', 'IN_TRANSIT'])
    .select(['p.amount_cents as cents', sql<MadePayout['state']>`p.state`.as('state')])
    .select(['p.requested_at as requestedAt', 'p.settled_at as settledAt', 'p.provider_account_id as accountId'])
    // What should have arrived by now comes nobody knows when.
    .select(sql<Date | null>`CASE WHEN p.arrives_at > now() THEN p.arrives_at END`.as('arrivesAt'))
    .orderBy('p.requested_at')
    .orderBy('p.id'),
)

/** What became of all that was sent on for a seller's orders, by order. */
export async function readTraces(database: Database, sellerId: string): Promise<Map<string, Traced>> {
  const [transfers, reversals, payouts] = await Promise.all([
    findTransfers(database, { sellerId }),
    findReversals(database, { sellerId }),
    findPayouts(database, { sellerId }),
  ])
  return traceTransfers({ transfers, reversals, payouts })
}
