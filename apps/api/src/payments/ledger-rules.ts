import { handedOverStates, type OrderState, paidStates } from '@second-ring/contracts/orders/order'
import { query } from '@second-ring/database'
import { sql } from 'kysely'
import { DEMO_INTENTS } from '#ledger/payment-position.ts'
import type { AuditedAction } from '#platform/audit.ts'
import { queueQuery } from '#platform/queue-tables.ts'
import { claimRules } from './claim-rules.ts'
import { WON_ON_APPEAL } from './dispute-transitions.ts'
import type { LedgerRule } from './ledger-rule.ts'
import { paymentRules } from './payment-rules.ts'

const count = sql<number>`count(*)::int`.as('count')

const ordersOfListings = query
  .selectFrom('orders')
  .groupBy('listing_id')
  .select(({ fn }) => [
    'listing_id',
    fn.countAll<number>().filterWhere('state', '=', 'PLACED').as('placed'),
    fn.countAll<number>().filterWhere('state', 'in', paidStates).as('paid'),
    sql<string | null>`string_agg(id || ' ' || state, ', ' ORDER BY id)
      FILTER (WHERE state = 'PLACED' OR state = ANY (${[...paidStates]}::order_state[]))`.as('orders'),
  ])
/** Whoever waits to whom it would have been offered: with a proven email since they wait, and no booking of it let go. */
const mayBeOffered = sql<boolean>`state = 'WAITING'
  AND EXISTS (SELECT FROM users u WHERE u.id = user_id AND u.email_verified_at <= joined_at)
  AND NOT EXISTS (SELECT FROM orders o WHERE o.listing_id = waiting_entries.listing_id AND o.buyer_id = user_id
    AND o.ending IN ('EXPIRED', 'CANCELLED_BY_BUYER'))`
const linesOfListings = query
  .selectFrom('waiting_entries')
  .groupBy('listing_id')
  .select(({ fn }) => [
    'listing_id',
    fn.countAll<number>().filterWhere('state', '=', 'OFFERED').as('offered'),
    fn.countAll<number>().filterWhere(mayBeOffered).as('waiting'),
  ])

/** Each listing with how many orders and places in line claim it. */
const claims = query
  .selectFrom('listings as l')
  .leftJoin(ordersOfListings.as('o'), 'o.listing_id', 'l.id')
  .leftJoin(linesOfListings.as('w'), 'w.listing_id', 'l.id')
  .select(({ fn, lit }) => [
    'l.id',
    'l.state',
    fn.coalesce('o.placed', lit(0)).as('placed'),
    fn.coalesce('o.paid', lit(0)).as('paid'),
    fn.coalesce('w.offered', lit(0)).as('offered'),
    fn.coalesce('w.waiting', lit(0)).as('waiting'),
    'o.orders',
  ])
const claimed = query.selectFrom(claims.as('claims')).select(
  sql<string>`format('listing %s is %s: orders %s; %s offered, %s waiting',
      id, state, coalesce(orders, 'none'), offered, waiting)`.as('what'),
)

/** Each order with its payments. */
const accounts = query
  .selectFrom('orders as o')
  .leftJoin('payments as p', 'p.order_id', 'o.id')
  .groupBy('o.id')
  .select(({ fn }) => [
    'o.id',
    'o.state',
    'o.price_cents',
    fn.count<number>('p.id').filterWhere('p.state', '=', 'SUCCEEDED').as('succeeded'),
    fn.count<number>('p.id').filterWhere('p.state', '=', 'REFUNDED').as('refunded'),
    fn.count<number>('p.id').filterWhereRef('p.amount_cents', '<>', 'o.price_cents').as('mismatched'),
    sql<string>`coalesce(
      string_agg(p.intent_id || ' ' || p.state || ' ' || p.amount_cents, ', ' ORDER BY p.id), 'none')`.as('payments'),
  ])
const accounted = query
  .selectFrom(accounts.as('accounts'))
  .select(sql<string>`format('order %s is %s at %s cents: payments %s', id, state, price_cents, payments)`.as('what'))

/** Orders of which the audit has not exactly one entry of an action in some states, and none in any other. */
const audited = (action: AuditedAction['action'], states: OrderState[]) =>
  query
    .selectFrom('orders as o')
    .leftJoin('audit_entries as a', join => join.onRef('a.subject_id', '=', 'o.id').on('a.action', '=', action))
    .groupBy('o.id')
    .having(({ eb, fn, lit }) => {
      const expected = eb.case().when('o.state', 'in', states).then(lit(1)).else(lit(0)).end()
      return eb(fn.count('a.id'), '<>', expected)
    })
    .select(
      sql<string>`format('orders %s is %s: %s entries of %s', o.id, o.state, count(a.id), ${action}::text)`.as('what'),
    )

/** Payments of each listing's orders, but those of the demo market: of them nobody was notified. */
const paymentsOfListings = query
  .selectFrom('orders as o')
  .where('o.state', 'in', [...paidStates, 'REFUNDED'])
  .where(({ exists, not, selectFrom }) => {
    const payments = selectFrom('payments as p').whereRef('p.order_id', '=', 'o.id')
    return not(exists(payments.where('p.intent_id', 'like', DEMO_INTENTS)))
  })
  .groupBy('o.listing_id')
  .select(({ fn }) => ['o.listing_id', fn.countAll<number>().as('paid')])
const paidNotices = query
  .selectFrom('notices')
  .where('kind', '=', 'paid')
  .groupBy('listing_id')
  .select(({ fn }) => ['listing_id', fn.countAll<number>().as('sent')])

const removed = query.with('gone', db =>
  db.selectFrom('users').where('deleted_at', 'is not', null).select(['id', 'name', 'email']),
)

export const ledgerRules: LedgerRule[] = [
  {
    rule: 'No listing has two live orders',
    of: 'listings',
    counted: query.selectFrom('listings').select(count),
    broken: claimed.where(({ eb }) => eb(eb('placed', '+', eb.ref('paid')), '>', 1)),
  },
  {
    rule: 'A listing is SOLD exactly if one order that is paid or handed over has it',
    of: 'sold listings',
    counted: query.selectFrom('listings').where('state', '=', 'SOLD').select(count),
    broken: claimed.where(({ eb, parens }) => eb(parens('state', '=', 'SOLD'), '<>', parens('paid', '=', 1))),
  },
  {
    rule: 'A listing is RESERVED exactly if one unpaid order or one offer holds it',
    of: 'reserved listings',
    counted: query.selectFrom('listings').where('state', '=', 'RESERVED').select(count),
    broken: claimed.where(({ eb, parens }) => {
      const holders = eb('placed', '+', eb.ref('offered'))
      return eb(parens('state', '=', 'RESERVED'), '<>', parens(eb(holders, '=', 1)))
    }),
  },
  {
    rule: 'Nobody to whom it may be offered waits in line for a listing that is AVAILABLE',
    of: 'available listings',
    counted: query.selectFrom('listings').where('state', '=', 'AVAILABLE').select(count),
    broken: claimed
      .where('state', '=', 'AVAILABLE')
      .where(({ eb }) => eb(eb('waiting', '+', eb.ref('offered')), '>', 0)),
  },
  {
    rule: 'An order that is paid has one payment; handed over, it may have been given back at the provider since',
    of: 'paid orders',
    counted: query.selectFrom('orders').where('state', 'in', paidStates).select(count),
    broken: accounted.where(({ and, eb, or }) => {
      const isNotPaidOnce = or([eb('succeeded', '<>', 1), eb('refunded', '>', 0)])
      const charges = eb('succeeded', '+', eb.ref('refunded'))
      return or([
        and([eb('state', '=', 'PAID'), isNotPaidOnce]),
        and([eb('state', 'in', handedOverStates), eb(charges, '<>', 1)]),
      ])
    }),
  },
  {
    rule: 'An order that was refunded had one payment',
    of: 'refunded orders',
    counted: query.selectFrom('orders').where('state', '=', 'REFUNDED').select(count),
    broken: accounted
      .where('state', '=', 'REFUNDED')
      .where(({ eb }) => eb(eb('succeeded', '+', eb.ref('refunded')), '<>', 1)),
  },
  {
    rule: 'Every payment is of its order’s price',
    of: 'payments',
    counted: query.selectFrom('payments').select(count),
    broken: accounted.where('mismatched', '>', 0),
  },
  {
    rule: 'The audit has one payment of every order that was paid, and of no other',
    of: 'orders',
    counted: query.selectFrom('orders').select(count),
    broken: audited('order.pay', [...paidStates, 'REFUNDED']),
  },
  {
    rule: 'The audit has one refund of every order that was refunded, and of no other',
    of: 'orders',
    counted: query.selectFrom('orders').select(count),
    // A bank may have undone an end that it had made.
    broken: audited('order.refund', ['REFUNDED']).where(({ and, eb, exists, not, selectFrom }) =>
      not(
        and([
          eb('o.state', 'in', ['RELEASED', 'PARTLY_REFUNDED']),
          exists(
            selectFrom('payments as p')
              .innerJoin('audit_entries as w', 'w.subject_id', 'p.id')
              .whereRef('p.order_id', '=', 'o.id')
              .where('w.action', '=', 'payment.dispute-closed' satisfies AuditedAction['action'])
              .where('w.reason', '=', WON_ON_APPEAL)
              .select('w.id'),
          ),
        ]),
      ),
    ),
  },
  {
    rule: 'The audit has one release of every order whose money was released, and of no other',
    of: 'orders',
    counted: query.selectFrom('orders').select(count),
    broken: audited('order.release-money', ['RELEASED']),
  },
  {
    rule: 'The audit has one refund in part of every order of which a part was given back, and of no other',
    of: 'orders',
    counted: query.selectFrom('orders').select(count),
    broken: audited('order.refund-part', ['PARTLY_REFUNDED']),
  },
  ...claimRules,
  ...paymentRules,
  {
    rule: 'A seller was notified once of each payment',
    of: 'notices',
    counted: query.selectFrom('notices').where('kind', '=', 'paid').select(count),
    // A removed seller is not notified, and their notifications went with them.
    broken: query
      .selectFrom('listings as l')
      .innerJoin('users as s', join => join.onRef('s.id', '=', 'l.seller_id').on('s.deleted_at', 'is', null))
      .leftJoin(paidNotices.as('n'), 'n.listing_id', 'l.id')
      .leftJoin(paymentsOfListings.as('p'), 'p.listing_id', 'l.id')
      .where(({ eb, fn, lit }) => eb(fn.coalesce('n.sent', lit(0)), '<>', fn.coalesce('p.paid', lit(0))))
      .select(
        sql<string>`format('listing %s: %s notices of %s payments', l.id, coalesce(n.sent, 0), coalesce(p.paid, 0))`.as(
          'what',
        ),
      ),
  },
  {
    rule: 'A removed user has no open order, no place on a waiting list, nothing for sale, and no name or phone anywhere',
    of: 'removed users',
    counted: query.selectFrom('users').where('deleted_at', 'is not', null).select(count),
    broken: removed
      .selectFrom('gone')
      .where(({ eb, or }) => or([eb('name', '<>', ''), eb('email', 'is not', null)]))
      .select(sql<string>`format('user %s has a name or an email', id)`.as('what'))
      .unionAll(({ selectFrom }) =>
        selectFrom('orders as o')
          .innerJoin('gone', 'gone.id', 'o.buyer_id')
          .where(({ eb, or }) => or([eb('o.state', '=', 'PLACED'), eb('o.phone', '<>', '')]))
          .select(
            sql<string>`format('order %s of user %s is %s with phone %L', o.id, gone.id, o.state, o.phone)`.as('what'),
          ),
      )
      .unionAll(({ selectFrom }) =>
        selectFrom('orders as o')
          .innerJoin('listings as l', 'l.id', 'o.listing_id')
          .innerJoin('gone', 'gone.id', 'l.seller_id')
          .where('o.state', '=', 'PLACED')
          .select(sql<string>`format('order %s on a listing of user %s is PLACED', o.id, gone.id)`.as('what')),
      )
      .unionAll(({ selectFrom }) =>
        selectFrom('listings as l')
          .innerJoin('gone', 'gone.id', 'l.seller_id')
          .where(({ eb, or }) => or([eb('l.state', 'in', ['AVAILABLE', 'RESERVED']), eb('l.seller_name', '<>', '')]))
          .select(
            sql<string>`format('listing %s of user %s is %s, by %L', l.id, gone.id, l.state, l.seller_name)`.as('what'),
          ),
      )
      .unionAll(({ selectFrom }) =>
        selectFrom('waiting_entries as w')
          .innerJoin('gone', 'gone.id', 'w.user_id')
          .where('w.state', 'in', ['WAITING', 'OFFERED'])
          .select(
            sql<string>`format('user %s is %s on the waiting list of listing %s', gone.id, w.state, w.listing_id)`.as(
              'what',
            ),
          ),
      ),
  },
]

/** The queue's own jobs. */
const OWN_JOBS = '\\_\\_%'

/** Once there is a queue. */
export const givenUpRule: LedgerRule = {
  rule: 'No job was given up',
  of: 'jobs',
  counted: queueQuery.selectFrom('pgboss.job').where('name', 'not like', OWN_JOBS).select(count),
  broken: queueQuery
    .selectFrom('pgboss.job')
    .where('state', '=', 'failed')
    .where('name', 'not like', OWN_JOBS)
    .select(sql<string>`format('job %s %s %s: %s', name, id, data, output)`.as('what')),
}
