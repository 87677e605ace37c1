import { claimedStates, paidStates } from '@second-ring/contracts/orders/order'
import { query } from '@second-ring/database'
import { sql } from 'kysely'
import { isUnobstructed } from '#orders/deal-obstacles.ts'
import { disputesOfPayment, holdsMoney } from '#orders/open-dispute.ts'
import { openReports } from '#orders/open-reports.ts'
import { ago } from '#platform/database-clock.ts'
import type { LedgerRule } from './ledger-rule.ts'
import {
  lostCents,
  overpromisedCents,
  owedCents,
  promisedCents,
  refundedCents,
  refundsIn,
  waitsForAdmin,
} from './owed.ts'

const returnedCents = refundedCents('SUCCEEDED')
const goneCents = sql<number>`${refundedCents('PENDING', 'SUCCEEDED', 'SETTLED_OUTSIDE')} + ${lostCents}`

/** A payment with its refunds and disputes, in words. */
const described = query
  .selectFrom('payments as p')
  .leftJoin('orders as o', 'o.id', 'p.order_id')
  .select(
    sql<string>`format('payment %s (%s) of %s cents is %s, order %s %s: refunds %s; disputes %s',
      p.id, p.intent_id, p.amount_cents, p.state, coalesce(o.id::text, 'none'), o.state,
      coalesce((SELECT string_agg(r.id || ' ' || r.state || ' ' || r.amount_cents, ', ' ORDER BY r.id)
        FROM refunds r WHERE r.payment_id = p.id), 'none'),
      coalesce((SELECT string_agg(d.id || ' ' || d.state || ' ' || d.amount_cents, ', ' ORDER BY d.id)
        FROM disputes d WHERE d.payment_id = p.id), 'none'))`.as('what'),
  )

const count = sql<number>`count(*)::int`.as('count')
const payments = query.selectFrom('payments').select(count)
const charged = payments.where('state', 'in', ['SUCCEEDED', 'REFUNDED'])
const paidOrders = query.selectFrom('orders').where('state', '=', 'PAID').select(count)
const refunds = query.selectFrom('refunds').select(count)

/** Rules of what goes back of a payment. */
export const paymentRules: LedgerRule[] = [
  {
    rule: 'A payment is REFUNDED exactly while the refunds that succeeded reach its amount',
    of: 'payments that were charged',
    counted: charged,
    broken: described.where(({ and, eb, or }) =>
      or([
        and([eb('p.state', '=', 'REFUNDED'), eb('p.amount_cents', '>', returnedCents)]),
        and([eb('p.state', '=', 'SUCCEEDED'), eb('p.amount_cents', '<=', returnedCents)]),
      ]),
    ),
  },
  {
    rule: 'No more goes back of a payment than its amount, the bank’s share included',
    of: 'payments that were charged',
    counted: charged,
    // A bank may take back what has been refunded already; it is the product that promises nothing beyond.
    broken: described.where(({ and, eb, exists, or }) =>
      or([
        eb('p.amount_cents', '<', promisedCents),
        and([eb(overpromisedCents, '>', 0), exists(refundsIn('REQUESTED'))]),
      ]),
    ),
  },
  {
    rule: 'What an ended order or a payment without one owes is promised, or waits for an admin',
    of: 'payments that succeeded',
    counted: payments.where('state', '=', 'SUCCEEDED'),
    broken: described
      .where(owedCents, '>', 0)
      .where(({ exists, not }) => not(waitsForAdmin).and(not(exists(refundsIn('REQUESTED'))))),
  },
  {
    rule: 'A refund is settled outside the provider by an admin, as the audit says, and never sent there',
    of: 'refunds settled outside',
    counted: refunds.where('state', '=', 'SETTLED_OUTSIDE'),
    broken: query
      .selectFrom('refunds as r')
      .where('r.state', '=', 'SETTLED_OUTSIDE')
      .where(({ eb, exists, not, or, selectFrom }) => {
        const entry = selectFrom('audit_entries as a')
          .where('a.action', '=', 'payment.settle-outside')
          .whereRef('a.subject_id', '=', 'r.payment_id')
          .where('a.actor_id', 'is not', null)
        return or([eb('r.provider_id', 'is not', null), not(exists(entry))])
      })
      .select(sql<string>`format('refund %s of payment %s is SETTLED_OUTSIDE', r.id, r.payment_id)`.as('what')),
  },
  {
    rule: 'An order whose money has all gone back is neither PAID nor waits for the end of a claim',
    of: 'paid orders',
    counted: query
      .selectFrom('orders')
      .where('state', 'in', ['PAID', ...claimedStates])
      .select(count),
    broken: described
      .where('o.state', 'in', ['PAID', ...claimedStates])
      .where('p.state', 'in', ['SUCCEEDED', 'REFUNDED'])
      .where('p.amount_cents', '<=', goneCents),
  },
  {
    rule: 'Nothing is promised back of an order that has the money',
    of: 'refunds that are to be sent',
    counted: refunds.where('state', '=', 'REQUESTED'),
    broken: described
      .where('o.state', 'in', paidStates)
      .where('o.state', '<>', 'PARTLY_REFUNDED')
      .where(({ exists }) => exists(refundsIn('REQUESTED'))),
  },
  {
    rule: 'A payment is its order’s buyer’s',
    of: 'payments of an order',
    counted: payments.where('order_id', 'is not', null),
    broken: described.whereRef('o.buyer_id', '<>', 'p.buyer_id'),
  },
  {
    rule: 'A paid order ends when its handover is missed',
    of: 'paid orders',
    counted: paidOrders,
    broken: described
      .where('o.state', '=', 'PAID')
      .where('o.handover_claimed_at', 'is', null)
      .where('o.handover_due_at', '<', ago('1 hour'))
      .where(isUnobstructed('handoverMissed'))
      .where(({ exists, not }) => not(exists(openReports))),
  },
  {
    rule: 'The money of an order is released once its buyer’s time to report a problem is over',
    of: 'orders that were handed over',
    counted: query.selectFrom('orders').where('state', '=', 'HANDED_OVER').select(count),
    broken: described
      .where('o.state', '=', 'HANDED_OVER')
      .where('o.protected_until', '<', ago('1 hour'))
      .where(isUnobstructed('protectionOver')),
  },
  {
    rule: 'A refund is sent within a day of when it is due',
    of: 'refunds that are to be sent',
    counted: refunds.where('state', '=', 'REQUESTED'),
    broken: described.where(({ and, exists, not }) =>
      and([
        exists(refundsIn('REQUESTED').where('r.due_at', '<', ago('1 day'))),
        not(exists(disputesOfPayment(holdsMoney))),
      ]),
    ),
  },
  {
    rule: 'A charge that fits no order and goes back has gone within a day',
    of: 'unmatched charges',
    counted: query.selectFrom('unmatched_charges').select(count),
    broken: query
      .selectFrom('unmatched_charges')
      .where('state', '=', 'RETURNING')
      .where(({ eb, fn }) => eb(fn.coalesce('decided_at', 'found_at'), '<', ago('1 day')))
      .select(sql<string>`format('charge %s of %s cents is still RETURNING', charge_id, amount_cents)`.as('what')),
  },
  {
    rule: 'Refunds and disputes are of payments that were charged',
    of: 'refunds and disputes',
    counted: query.selectNoFrom(
      sql<number>`((SELECT count(*) FROM refunds) + (SELECT count(*) FROM disputes))::int`.as('count'),
    ),
    broken: described
      .where('p.state', 'not in', ['SUCCEEDED', 'REFUNDED'])
      .where(({ exists, or, selectFrom }) =>
        or([
          exists(selectFrom('refunds as r').whereRef('r.payment_id', '=', 'p.id')),
          exists(selectFrom('disputes as d').whereRef('d.payment_id', '=', 'p.id')),
        ]),
      ),
  },
  {
    rule: 'The audit has one giving back of every payment that was given back, and of no other',
    of: 'payments',
    counted: payments,
    broken: query
      .selectFrom('payments as p')
      .innerJoinLateral(
        ({ selectFrom }) =>
          selectFrom('audit_entries')
            .whereRef('subject_id', '=', 'p.id')
            .select(({ fn }) => [
              fn.countAll<number>().filterWhere('action', '=', 'payment.refund').as('refunds'),
              fn.countAll<number>().filterWhere('action', '=', 'payment.refund-undone').as('undone'),
            ])
            .as('a'),
        join => join.onTrue(),
      )
      .where(({ eb, lit }) => {
        const expected = eb.case().when('p.state', '=', 'REFUNDED').then(lit(1)).else(lit(0)).end()
        return eb(eb('a.refunds', '-', eb.ref('a.undone')), '<>', expected)
      })
      .select(
        sql<string>`format('payments %s is %s: %s entries of payment.refund, %s of payment.refund-undone', p.id, p.state,
          a.refunds, a.undone)`.as('what'),
      ),
  },
]
