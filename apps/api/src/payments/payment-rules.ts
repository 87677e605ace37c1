import { Prisma } from '@second-ring/database'
import { isHoldingMoney } from '#orders/open-dispute.ts'
import { isMoneyHeld } from '#orders/order-select.ts'
import type { LedgerRule } from './ledger-rule.ts'
import { overpromisedCents, owedCents, waitsForAdmin } from './owed.ts'

const sumOf = (states: Prisma.Sql) => Prisma.sql`coalesce((SELECT sum(r.amount_cents) FROM refunds r
  WHERE r.payment_id = p.id AND r.state IN (${states})), 0)`
const returned = sumOf(Prisma.sql`'SUCCEEDED'`)
const promised = sumOf(Prisma.sql`'REQUESTED', 'PENDING', 'SUCCEEDED', 'SETTLED_OUTSIDE'`)
const gone = Prisma.sql`${sumOf(Prisma.sql`'PENDING', 'SUCCEEDED', 'SETTLED_OUTSIDE'`)} + coalesce((
  SELECT sum(d.amount_cents) FROM disputes d WHERE d.payment_id = p.id AND d.state = 'LOST'), 0)`

/** A payment with its refunds and disputes, in words. */
const described = Prisma.sql`SELECT format('payment %s (%s) of %s cents is %s, order %s %s: refunds %s; disputes %s',
    p.id, p.intent_id, p.amount_cents, p.state, coalesce(o.id::text, 'none'), o.state,
    coalesce((SELECT string_agg(r.id || ' ' || r.state || ' ' || r.amount_cents, ', ' ORDER BY r.id)
      FROM refunds r WHERE r.payment_id = p.id), 'none'),
    coalesce((SELECT string_agg(d.id || ' ' || d.state || ' ' || d.amount_cents, ', ' ORDER BY d.id)
      FROM disputes d WHERE d.payment_id = p.id), 'none')) AS what
  FROM payments p LEFT JOIN orders o ON o.id = p.order_id`
const charged = Prisma.sql`SELECT count(*) FROM payments WHERE state IN ('SUCCEEDED', 'REFUNDED')`

/** Rules of what goes back of a payment. */
export const paymentRules: LedgerRule[] = [
  {
    rule: 'A payment is REFUNDED exactly while the refunds that succeeded reach its amount',
    of: 'payments that were charged',
    counted: charged,
    broken: Prisma.sql`${described} WHERE (p.state = 'REFUNDED' AND ${returned} < p.amount_cents)
      OR (p.state = 'SUCCEEDED' AND ${returned} >= p.amount_cents)`,
  },
  {
    rule: 'No more goes back of a payment than its amount, the bank’s share included',
    of: 'payments that were charged',
    counted: charged,
    // A bank may take back what has been refunded already; it is the product that promises nothing beyond.
    broken: Prisma.sql`${described} WHERE ${promised} > p.amount_cents
      OR (${overpromisedCents} > 0 AND EXISTS (
        SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state = 'REQUESTED'))`,
  },
  {
    rule: 'What an ended order or a payment without one owes is promised, or waits for an admin',
    of: 'payments that succeeded',
    counted: Prisma.sql`SELECT count(*) FROM payments WHERE state = 'SUCCEEDED'`,
    broken: Prisma.sql`${described} WHERE ${owedCents} > 0 AND NOT ${waitsForAdmin}
      AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state = 'REQUESTED')`,
  },
  {
    rule: 'A refund is settled outside the provider by an admin, as the audit says, and never sent there',
    of: 'refunds settled outside',
    counted: Prisma.sql`SELECT count(*) FROM refunds WHERE state = 'SETTLED_OUTSIDE'`,
    broken: Prisma.sql`SELECT format('refund %s of payment %s is SETTLED_OUTSIDE', r.id, r.payment_id) AS what
      FROM refunds r WHERE r.state = 'SETTLED_OUTSIDE' AND (r.provider_id IS NOT NULL OR NOT EXISTS (
        SELECT FROM audit_entries a WHERE a.action = 'payment.settle-outside' AND a.subject_id = r.payment_id
          AND a.actor_id IS NOT NULL))`,
  },
  {
    rule: 'An order whose money has all gone back is not PAID',
    of: 'paid orders',
    counted: Prisma.sql`SELECT count(*) FROM orders WHERE state = 'PAID'`,
    broken: Prisma.sql`${described} WHERE o.state = 'PAID' AND p.state IN ('SUCCEEDED', 'REFUNDED')
      AND ${gone} >= p.amount_cents`,
  },
  {
    rule: 'Nothing is promised back of an order that has the money',
    of: 'refunds that are to be sent',
    counted: Prisma.sql`SELECT count(*) FROM refunds WHERE state = 'REQUESTED'`,
    broken: Prisma.sql`${described} WHERE o.state IN ('PAID', 'COMPLETED')
      AND EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state = 'REQUESTED')`,
  },
  {
    rule: 'A payment is its order’s buyer’s',
    of: 'payments of an order',
    counted: Prisma.sql`SELECT count(*) FROM payments WHERE order_id IS NOT NULL`,
    broken: Prisma.sql`${described} WHERE o.buyer_id <> p.buyer_id`,
  },
  {
    rule: 'A paid order ends when its handover is missed',
    of: 'paid orders',
    counted: Prisma.sql`SELECT count(*) FROM orders WHERE state = 'PAID'`,
    broken: Prisma.sql`${described} WHERE o.state = 'PAID' AND o.handover_claimed_at IS NULL
      AND o.handover_due_at < now() - interval '1 hour' AND NOT ${Prisma.raw(isMoneyHeld)}`,
  },
  {
    rule: 'A refund is sent within a day of when it is due',
    of: 'refunds that are to be sent',
    counted: Prisma.sql`SELECT count(*) FROM refunds WHERE state = 'REQUESTED'`,
    broken: Prisma.sql`${described} WHERE EXISTS (SELECT FROM refunds r
        WHERE r.payment_id = p.id AND r.state = 'REQUESTED' AND r.due_at < now() - interval '1 day')
      AND NOT EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id AND ${isHoldingMoney})`,
  },
  {
    rule: 'A charge that fits no order and goes back has gone within a day',
    of: 'unmatched charges',
    counted: Prisma.sql`SELECT count(*) FROM unmatched_charges`,
    broken: Prisma.sql`SELECT format('charge %s of %s cents is still RETURNING', charge_id, amount_cents) AS what
      FROM unmatched_charges
      WHERE state = 'RETURNING' AND coalesce(decided_at, found_at) < now() - interval '1 day'`,
  },
  {
    rule: 'Refunds and disputes are of payments that were charged',
    of: 'refunds and disputes',
    counted: Prisma.sql`SELECT (SELECT count(*) FROM refunds) + (SELECT count(*) FROM disputes) AS count`,
    broken: Prisma.sql`${described} WHERE p.state NOT IN ('SUCCEEDED', 'REFUNDED')
      AND (EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id)
        OR EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id))`,
  },
  {
    rule: 'The audit has one giving back of every payment that was given back, and of no other',
    of: 'payments',
    counted: Prisma.sql`SELECT count(*) FROM payments`,
    broken: Prisma.sql`
      SELECT format('payments %s is %s: %s entries of payment.refund, %s of payment.refund-undone', p.id, p.state,
        a.refunds, a.undone) AS what
      FROM payments p CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE action = 'payment.refund') AS refunds,
          count(*) FILTER (WHERE action = 'payment.refund-undone') AS undone
        FROM audit_entries WHERE subject_id = p.id
      ) a
      WHERE a.refunds - a.undone <> CASE WHEN p.state = 'REFUNDED' THEN 1 ELSE 0 END`,
  },
]
