import { releasedStates } from '@second-ring/contracts/orders/order'
import { query } from '@second-ring/database'
import { sql } from 'kysely'
import { DEMO_INTENTS } from '#ledger/payment-position.ts'
import { ago } from '#platform/database-clock.ts'
import type { LedgerRule } from './ledger-rule.ts'
import { earnedCents, sellersWith, transferredCents } from './seller-share.ts'
import { UNCLAIMED_AFTER, unclaimedDeals } from './unclaimed-deals.ts'
import { waitingOnAccounts } from './waiting-on-accounts.ts'

const count = sql<number>`count(*)::int`.as('count')
const transfers = query.selectFrom('transfers').select(count)
const payouts = query.selectFrom('payouts').select(count)

/**
 * What every transfer, reversal and payout moved by its row and by its entries, found by the key of its act. Written apart from
 * what posts them, so that the same mistake is not made twice.
 */
const moves = query
  .with('acts', db =>
    db
      .selectFrom('transfers')
      .where('state', '=', 'SENT')
      .select(sql<string>`'transfer:' || id || ':sent'`.as('key'))
      .select(['seller_id', 'amount_cents as sent', sql<number>`0`.as('paid')])
      .unionAll(
        db
          .selectFrom('transfer_reversals as r')
          .innerJoin('transfers as t', 't.id', 'r.transfer_id')
          .where('r.state', '=', 'SENT')
          .select(sql<string>`'reversal:' || r.id || ':sent'`.as('key'))
          .select(['t.seller_id', sql<number>`-r.amount_cents`.as('sent'), sql<number>`0`.as('paid')]),
      )
      .unionAll(
        db
          .selectFrom('payouts')
          .where('state', 'in', ['PAID', 'RETURNED'])
          .select(sql<string>`'payout:' || id || ':paid'`.as('key'))
          .select(['seller_id', sql<number>`0`.as('sent'), 'amount_cents as paid']),
      )
      .unionAll(
        db
          .selectFrom('payouts')
          .where('state', '=', 'RETURNED')
          .select(sql<string>`'payout:' || id || ':returned'`.as('key'))
          .select(['seller_id', sql<number>`0`.as('sent'), sql<number>`-amount_cents`.as('paid')]),
      ),
  )
  .with('by_rows', db =>
    db
      .selectFrom('acts as x')
      .crossJoinLateral(
        sql<{ account: string; cents: number }>`(VALUES
          ('SELLER_BALANCE of ' || x.seller_id, x.sent),
          ('SELLER_PAYOUTS of ' || x.seller_id, x.paid - x.sent),
          ('PROVIDER_BALANCE', -x.sent),
          ('CONNECTED_BALANCE', x.sent - x.paid))`.as<'r'>(sql`r(account, cents)`),
      )
      .where('r.cents', '<>', 0)
      .select(['x.key', 'r.account', 'r.cents']),
  )
  .with('by_entries', db =>
    db
      .selectFrom('ledger_transactions as t')
      .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
      .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
      .where(({ eb, or }) =>
        or([
          eb('t.act', 'in', ['TRANSFER_SENT', 'TRANSFER_REVERSED', 'PAYOUT_PAID', 'PAYOUT_RETURNED']),
          eb('a.kind', 'in', ['SELLER_PAYOUTS', 'CONNECTED_BALANCE']),
        ]),
      )
      .select('t.idempotency_key as key')
      .select(sql<string>`a.kind || coalesce(' of ' || a.owner_id, '')`.as('account'))
      .select('e.amount_cents as cents'),
  )
  .selectFrom('by_rows as r')
  .fullJoin('by_entries as e', join => join.onRef('e.key', '=', 'r.key').onRef('e.account', '=', 'r.account'))
  .where(sql<boolean>`coalesce(r.cents, 0) <> coalesce(e.cents, 0)`)
  .select(
    sql<string>`format('%s has %s cents on %s by its row, and %s by the ledger', coalesce(r.key, e.key),
      coalesce(r.cents, 0), coalesce(r.account, e.account), coalesce(e.cents, 0))`.as('what'),
  )

/** Transfers with their orders, listings and payments. */
const described = query
  .selectFrom('transfers as t')
  .innerJoin('orders as o', 'o.id', 't.order_id')
  .innerJoin('listings as l', 'l.id', 'o.listing_id')
  .innerJoin('users as u', 'u.id', 't.seller_id')
  .select(
    sql<string>`format('transfer %s of %s cents to %s is %s, %s of it taken back: order %s is %s at %s cents with a fee of %s',
      t.id, t.amount_cents, t.seller_id, t.state, t.reversed_cents, o.id, o.state, o.price_cents, o.fee_cents)`.as(
      'what',
    ),
  )

/** Of an order `o`: whether something of its payment is on its way back, or a bank asks for it. */
const isHeldUp = sql<boolean>`EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND (
  EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state IN ('REQUESTED', 'PENDING'))
  OR EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id AND d.state IN ('INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW'))))`

const netTransfers = sql<number>`coalesce((SELECT sum(t.amount_cents - t.reversed_cents) FROM transfers t
  WHERE t.seller_id = p.seller_id AND t.state = 'SENT'), 0)`

/** The sums of sellers' accounts beside their entries. */
const sums = query
  .selectFrom('ledger_accounts as a')
  .innerJoin('ledger_entries as e', 'e.account_id', 'a.id')
  .where('a.owner_id', 'is not', null)
  .groupBy('a.id')
  .select(['a.id', sql<bigint>`-sum(e.amount_cents)`.as('cents')])

/** Rules of what goes on to sellers. */
export const payoutRules: LedgerRule[] = [
  {
    rule: 'The sum of each seller’s account is that of its entries',
    of: 'sums',
    counted: query.selectFrom('seller_balances').select(count),
    broken: query
      .selectFrom(sums.as('e'))
      .fullJoin('seller_balances as b', 'b.account_id', 'e.id')
      .where(sql<boolean>`coalesce(b.balance_cents, 0) <> coalesce(e.cents, 0)`)
      .select(
        sql<string>`format('account %s has a sum of %s cents, and entries of %s', coalesce(e.id, b.account_id),
          coalesce(b.balance_cents, 0), coalesce(e.cents, 0))`.as('what'),
      ),
  },
  {
    rule: 'The ledger has what each transfer, reversal and payout moved, and nothing else',
    of: 'transfers',
    counted: transfers,
    broken: moves,
  },
  {
    rule: 'A transfer is of a released order, and to the seller of its phone',
    of: 'transfers',
    counted: transfers,
    broken: described.where(({ eb, or }) =>
      or([eb('o.state', 'not in', releasedStates), eb('t.seller_id', '<>', eb.ref('l.seller_id'))]),
    ),
  },
  {
    rule: 'No more of an order is with its seller than its price without the fee',
    of: 'transfers',
    counted: transfers,
    broken: described
      .where('t.state', '<>', 'FAILED')
      .where(({ eb }) => eb(transferredCents, '>', eb('o.price_cents', '-', eb.ref('o.fee_cents')))),
  },
  {
    rule: 'What was taken back of a transfer is the sum of its reversals',
    of: 'transfers',
    counted: transfers,
    broken: described.where(
      sql<boolean>`t.reversed_cents <> (SELECT coalesce(sum(r.amount_cents), 0) FROM transfer_reversals r
        WHERE r.transfer_id = t.id AND r.state = 'SENT')`,
    ),
  },
  {
    rule: 'No more is paid out to a seller than was sent on to them',
    of: 'payouts',
    counted: payouts,
    broken: query
      .selectFrom('payouts as p')
      .where('p.state', 'in', ['REQUESTED', 'IN_TRANSIT', 'PAID'])
      .groupBy('p.seller_id')
      .having(({ eb, fn }) => eb(fn.sum('p.amount_cents'), '>', netTransfers))
      .select(
        sql<string>`format('%s cents are paid out to %s, and %s were sent on', sum(p.amount_cents), p.seller_id,
          ${netTransfers})`.as('what'),
      ),
  },
  {
    rule: 'A transfer is made within a day, unless its money is asked back or frozen',
    of: 'transfers',
    counted: transfers.where('state', '=', 'PENDING'),
    broken: described
      .where('t.state', '=', 'PENDING')
      .where('t.planned_at', '<', ago('1 day'))
      .where('u.payouts_frozen_at', 'is', null)
      .where(({ not }) => not(isHeldUp)),
  },
  {
    rule: 'A reversal is made or refused within a day',
    of: 'reversals',
    counted: query.selectFrom('transfer_reversals').select(count),
    broken: query
      .selectFrom('transfer_reversals')
      .where('state', '=', 'PENDING')
      .where('planned_at', '<', ago('1 day'))
      .select(sql<string>`format('reversal %s of %s cents of transfer %s', id, amount_cents, transfer_id)`.as('what')),
  },
  {
    rule: 'A payout has arrived or failed within two weeks',
    of: 'payouts',
    counted: payouts.where('state', 'in', ['REQUESTED', 'IN_TRANSIT']),
    broken: query
      .selectFrom('payouts')
      .where('state', 'in', ['REQUESTED', 'IN_TRANSIT'])
      .where('requested_at', '<', ago('14 days'))
      .select(sql<string>`format('payout %s of %s cents to %s is %s', id, amount_cents, seller_id, state)`.as('what')),
  },
  {
    rule: 'Released money that can go to its seller is sent on within a day',
    of: 'released orders',
    counted: query.selectFrom('orders').where('state', 'in', releasedStates).select(count),
    broken: query
      .selectFrom('orders as o')
      .innerJoin('listings as l', 'l.id', 'o.listing_id')
      .innerJoin('payments as p', 'p.order_id', 'o.id')
      .innerJoin('payout_accounts as pa', 'pa.user_id', 'l.seller_id')
      .innerJoin('users as u', 'u.id', 'l.seller_id')
      .where('l.seller_id', 'in', sellersWith('SELLER_BALANCE', 'more'))
      .where('o.state', 'in', releasedStates)
      .where('o.released_at', '<', ago('1 day'))
      .where('p.state', '=', 'SUCCEEDED')
      .where('p.intent_id', 'not like', DEMO_INTENTS)
      .where(({ eb, fn }) => eb(fn.coalesce('p.available_at', 'o.released_at'), '<', ago('1 day')))
      .where('pa.transfers_enabled', '=', true)
      .where('pa.changed_at', '<', ago('1 day'))
      .where('u.payouts_frozen_at', 'is', null)
      .where(({ not }) => not(isHeldUp))
      .where(({ eb }) => eb(transferredCents, '<', earnedCents))
      .select(sql<string>`format('order %s of seller %s', o.id, l.seller_id)`.as('what')),
  },
  {
    // A removed seller's waits for good, and is open money that admins see: nobody can set up an account for it.
    rule: 'Released money waits for an account of its seller no longer than 80 days, unless they were removed',
    of: 'released orders',
    counted: query.selectFrom('orders').where('state', 'in', releasedStates).select(count),
    broken: unclaimedDeals
      .where('o.released_at', '<', ago(UNCLAIMED_AFTER))
      .where('u.deleted_at', 'is', null)
      .select(sql<string>`format('order %s of seller %s', o.id, l.seller_id)`.as('what')),
  },
  {
    // The same of a removed seller's, of what an admin has frozen, and of an account that the provider has closed.
    rule: 'Money on an account that pays nothing out waits there no longer than 80 days, unless nobody can see to it',
    of: 'payout accounts',
    counted: query.selectFrom('payout_accounts').select(count),
    broken: query
      .selectFrom(waitingOnAccounts.as('w'))
      .where('w.why', '=', 'off')
      .where('w.isRemoved', '=', false)
      .where('w.since', '<', ago(UNCLAIMED_AFTER))
      .select(
        sql<string>`format('%s cents of seller %s, on account %s', w.cents, w."sellerId", w."accountId")`.as('what'),
      ),
  },
]
