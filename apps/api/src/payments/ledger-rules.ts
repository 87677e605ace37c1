import { Prisma } from '@second-ring/database'
import type { LedgerRule } from './ledger-rule.ts'
import { paymentRules } from './payment-rules.ts'

/** Payments of the demo market, which no provider has seen. */
export const DEMO_INTENTS = 'pi\\_demo\\_%'

/** Each listing with how many orders and places in line claim it. */
const claims = Prisma.sql`(
  SELECT l.id, l.state::text AS state, coalesce(o.placed, 0) AS placed, coalesce(o.paid, 0) AS paid,
    coalesce(w.offered, 0) AS offered, coalesce(w.waiting, 0) AS waiting, o.orders
  FROM listings l
  LEFT JOIN (
    SELECT listing_id, count(*) FILTER (WHERE state = 'PLACED') AS placed,
      count(*) FILTER (WHERE state IN ('PAID', 'COMPLETED')) AS paid,
      string_agg(id || ' ' || state, ', ' ORDER BY id) FILTER (WHERE state IN ('PLACED', 'PAID', 'COMPLETED')) AS orders
    FROM orders GROUP BY listing_id
  ) o ON o.listing_id = l.id
  LEFT JOIN (
    SELECT listing_id, count(*) FILTER (WHERE state = 'OFFERED') AS offered,
      count(*) FILTER (WHERE state = 'WAITING') AS waiting
    FROM waiting_entries GROUP BY listing_id
  ) w ON w.listing_id = l.id
) AS claims`
const claimed = Prisma.sql`SELECT format('listing %s is %s: orders %s; %s offered, %s waiting',
  id, state, coalesce(orders, 'none'), offered, waiting) AS what FROM ${claims}`

/** Each order with its payments, and what the audit says of it. */
const accounts = Prisma.sql`(
  SELECT o.id, o.state::text AS state, o.price_cents,
    count(p.id) FILTER (WHERE p.state = 'SUCCEEDED') AS succeeded,
    count(p.id) FILTER (WHERE p.state = 'REFUNDED') AS refunded,
    count(p.id) FILTER (WHERE p.amount_cents <> o.price_cents) AS mismatched,
    coalesce(string_agg(p.intent_id || ' ' || p.state || ' ' || p.amount_cents, ', ' ORDER BY p.id), 'none') AS payments
  FROM orders o LEFT JOIN payments p ON p.order_id = o.id GROUP BY o.id
) AS accounts`
const accounted = Prisma.sql`SELECT format('order %s is %s at %s cents: payments %s', id, state, price_cents, payments)
  AS what FROM ${accounts}`

const entries = (subject: 'orders' | 'payments', action: string, states: Prisma.Sql) => Prisma.sql`
  SELECT format(${`${subject} %s is %s: %s entries of ${action}`}, s.id, s.state, count(a.id)) AS what
  FROM ${Prisma.raw(subject)} s LEFT JOIN audit_entries a ON a.subject_id = s.id AND a.action = ${action}
  GROUP BY s.id HAVING count(a.id) <> CASE WHEN s.state IN (${states}) THEN 1 ELSE 0 END`

export const ledgerRules: LedgerRule[] = [
  {
    rule: 'No listing has two live orders',
    of: 'listings',
    counted: Prisma.sql`SELECT count(*) FROM listings`,
    broken: Prisma.sql`${claimed} WHERE placed + paid > 1`,
  },
  {
    rule: 'A listing is SOLD exactly if one order that is paid or handed over has it',
    of: 'sold listings',
    counted: Prisma.sql`SELECT count(*) FROM listings WHERE state = 'SOLD'`,
    broken: Prisma.sql`${claimed} WHERE (state = 'SOLD') <> (paid = 1)`,
  },
  {
    rule: 'A listing is RESERVED exactly if one unpaid order or one offer holds it',
    of: 'reserved listings',
    counted: Prisma.sql`SELECT count(*) FROM listings WHERE state = 'RESERVED'`,
    broken: Prisma.sql`${claimed} WHERE (state = 'RESERVED') <> (placed + offered = 1)`,
  },
  {
    rule: 'Nobody waits in line for a listing that is AVAILABLE',
    of: 'available listings',
    counted: Prisma.sql`SELECT count(*) FROM listings WHERE state = 'AVAILABLE'`,
    broken: Prisma.sql`${claimed} WHERE state = 'AVAILABLE' AND waiting + offered > 0`,
  },
  {
    rule: 'An order that is paid has one payment; handed over, it may have been given back at the provider since',
    of: 'paid orders',
    counted: Prisma.sql`SELECT count(*) FROM orders WHERE state IN ('PAID', 'COMPLETED')`,
    broken: Prisma.sql`${accounted} WHERE (state = 'PAID' AND (succeeded <> 1 OR refunded > 0))
      OR (state = 'COMPLETED' AND succeeded + refunded <> 1)`,
  },
  {
    rule: 'An order that was refunded had one payment',
    of: 'refunded orders',
    counted: Prisma.sql`SELECT count(*) FROM orders WHERE state = 'REFUNDED'`,
    broken: Prisma.sql`${accounted} WHERE state = 'REFUNDED' AND succeeded + refunded <> 1`,
  },
  {
    rule: 'Every payment is of its order’s price',
    of: 'payments',
    counted: Prisma.sql`SELECT count(*) FROM payments`,
    broken: Prisma.sql`${accounted} WHERE mismatched > 0`,
  },
  {
    rule: 'The audit has one payment of every order that was paid, and of no other',
    of: 'orders',
    counted: Prisma.sql`SELECT count(*) FROM orders`,
    broken: entries('orders', 'order.pay', Prisma.sql`'PAID', 'COMPLETED', 'REFUNDED'`),
  },
  {
    rule: 'The audit has one refund of every order that was refunded, and of no other',
    of: 'orders',
    counted: Prisma.sql`SELECT count(*) FROM orders`,
    broken: entries('orders', 'order.refund', Prisma.sql`'REFUNDED'`),
  },
  ...paymentRules,
  {
    rule: 'A seller was told once of each payment',
    of: 'notices',
    counted: Prisma.sql`SELECT count(*) FROM notices WHERE kind = 'paid'`,
    // Who was removed is told nothing, and what they were told went with them.
    broken: Prisma.sql`
      SELECT format('listing %s: %s notices of %s payments', l.id, coalesce(n.told, 0), coalesce(p.paid, 0)) AS what
      FROM listings l JOIN users s ON s.id = l.seller_id AND s.deleted_at IS NULL
      LEFT JOIN (SELECT listing_id, count(*) AS told FROM notices WHERE kind = 'paid' GROUP BY 1) n
        ON n.listing_id = l.id
      LEFT JOIN (
        SELECT o.listing_id, count(*) AS paid FROM orders o
        WHERE o.state IN ('PAID', 'COMPLETED', 'REFUNDED') AND NOT EXISTS (
          SELECT FROM payments p WHERE p.order_id = o.id AND p.intent_id LIKE ${DEMO_INTENTS}
        ) GROUP BY 1
      ) p ON p.listing_id = l.id
      WHERE coalesce(n.told, 0) <> coalesce(p.paid, 0)`,
  },
  {
    rule: 'A removed person has no open order, no place in line, nothing for sale, and no name or phone anywhere',
    of: 'removed people',
    counted: Prisma.sql`SELECT count(*) FROM users WHERE deleted_at IS NOT NULL`,
    broken: Prisma.sql`
      WITH gone AS (SELECT id, name, email FROM users WHERE deleted_at IS NOT NULL)
      SELECT format('person %s has a name or an address', id) AS what FROM gone WHERE name <> '' OR email IS NOT NULL
      UNION ALL SELECT format('order %s of person %s is %s with phone %L', o.id, gone.id, o.state, o.phone)
        FROM orders o JOIN gone ON gone.id = o.buyer_id WHERE o.state = 'PLACED' OR o.phone <> ''
      UNION ALL SELECT format('order %s on a listing of person %s is PLACED', o.id, gone.id)
        FROM orders o JOIN listings l ON l.id = o.listing_id JOIN gone ON gone.id = l.seller_id WHERE o.state = 'PLACED'
      UNION ALL SELECT format('listing %s of person %s is %s, by %L', l.id, gone.id, l.state, l.seller_name)
        FROM listings l JOIN gone ON gone.id = l.seller_id
        WHERE l.state IN ('AVAILABLE', 'RESERVED') OR l.seller_name <> ''
      UNION ALL SELECT format('person %s is %s in the line for listing %s', gone.id, w.state, w.listing_id)
        FROM waiting_entries w JOIN gone ON gone.id = w.user_id WHERE w.state IN ('WAITING', 'OFFERED')`,
  },
]

/** Once there is a queue. */
export const givenUpRule: LedgerRule = {
  rule: 'No job was given up',
  of: 'jobs',
  counted: Prisma.sql`SELECT count(*) FROM pgboss.job WHERE name NOT LIKE '\\_\\_%'`,
  broken: Prisma.sql`SELECT format('job %s %s %s: %s', name, id, data, output) AS what FROM pgboss.job
    WHERE state = 'failed' AND name NOT LIKE '\\_\\_%'`,
}
