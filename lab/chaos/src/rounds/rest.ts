import { holdsMoney, openDispute } from '@second-ring/api/orders/open-dispute'
import type { CheckedRule, LedgerRule } from '@second-ring/api/payments/ledger-rule'
import { type Database, Prisma } from '@second-ring/database'

/** So many of each run out at a time. */
const SHARE = 0.3
const FEW = 0.05

/** What lets time pass for some: as if it had run out a second ago. */
export const runningOut = [
  Prisma.sql`UPDATE orders SET reserved_until = now() - interval '1 second' WHERE state = 'PLACED' AND random() < ${SHARE}`,
  Prisma.sql`UPDATE waiting_entries SET offered_until = now() - interval '1 second'
    WHERE state = 'OFFERED' AND random() < ${SHARE}`,
  Prisma.sql`UPDATE orders SET handover_due_at = now() - interval '1 second' WHERE state = 'PAID' AND random() < ${FEW}`,
  Prisma.sql`UPDATE orders SET protected_until = now() - interval '1 second' WHERE state = 'HANDED_OVER' AND random() < ${SHARE}`,
  Prisma.sql`UPDATE refunds SET due_at = now() - interval '2 minutes' WHERE state = 'REQUESTED' AND random() < ${SHARE}`,
]

const dueRefunds = Prisma.sql`FROM refunds r WHERE r.state = 'REQUESTED' AND r.due_at <= now()
  AND NOT EXISTS (SELECT FROM disputes d WHERE d.payment_id = r.payment_id
    AND d.state::text IN (${Prisma.join([...holdsMoney.state.in])}))`

/** What keeps the market from being at rest. */
export async function leftToDo(database: Database): Promise<string[]> {
  const rows = await database.$queryRaw<{ what: string }[]>`
    SELECT name || ' is ' || state AS what FROM pgboss.job
    WHERE name NOT LIKE '\\_\\_%' AND state < 'completed' AND (start_after <= now() OR state = 'active')
    UNION ALL SELECT 'the reconciler has not asked about ' || intent_id FROM payments
      WHERE checked_at IS NULL AND state IN ('PENDING', 'SUCCEEDED', 'REFUNDED')
    UNION ALL SELECT 'the money of order ' || o.id || ' is to be released' FROM orders o
      WHERE o.state = 'HANDED_OVER' AND o.protected_until <= now() AND NOT EXISTS (
        SELECT FROM payments p JOIN disputes d ON d.payment_id = p.id
        WHERE p.order_id = o.id AND d.state::text IN (${Prisma.join([...openDispute.state.in])}))
    UNION ALL SELECT 'the bank has not decided about refund ' || id FROM refunds WHERE state = 'PENDING'
    UNION ALL SELECT 'refund ' || r.id || ' is due' ${dueRefunds}
    UNION ALL SELECT 'payment ' || id || ' has no order' FROM payments WHERE order_id IS NULL AND state = 'SUCCEEDED'
      AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = payments.id)
      AND NOT EXISTS (SELECT FROM disputes d WHERE d.payment_id = payments.id AND d.state = 'LOST')
    UNION ALL SELECT 'charge ' || charge_id || ' is on its way back' FROM unmatched_charges WHERE state = 'RETURNING'`
  return rows.map(row => row.what)
}

interface RestRule extends Pick<LedgerRule, 'rule' | 'of'> {
  counted: Prisma.Sql
  broken: Prisma.Sql
}

const rules: RestRule[] = [
  {
    rule: 'No booking ends for its time, and no handover is missed, before the database’s clock says so',
    of: 'orders that ended for their time',
    counted: Prisma.sql`SELECT count(*) FROM orders WHERE ending IN ('EXPIRED', 'HANDOVER_MISSED')`,
    broken: Prisma.sql`SELECT format('order %s is %s at %s: held until %s, handover due at %s', id, ending, ended_at,
        reserved_until, handover_due_at) AS what
      FROM orders WHERE (ending = 'EXPIRED' AND reserved_until > ended_at)
        OR (ending = 'HANDOVER_MISSED' AND handover_due_at > ended_at)`,
  },
  {
    rule: 'No money is released before the database’s clock says so, but by its buyer',
    of: 'orders whose money was released',
    counted: Prisma.sql`SELECT count(*) FROM orders WHERE state = 'RELEASED'`,
    broken: Prisma.sql`SELECT format('order %s was released at %s, protected until %s', o.id, o.released_at, o.protected_until) AS what
      FROM orders o WHERE o.state = 'RELEASED' AND o.protected_until > o.released_at AND NOT EXISTS (
        SELECT FROM audit_entries a
        WHERE a.subject_id = o.id AND a.action = 'order.release-money' AND a.actor_id = o.buyer_id)`,
  },
  {
    rule: 'No time that a process wrote is beyond what the database’s clock allows',
    of: 'orders',
    counted: Prisma.sql`SELECT count(*) FROM orders`,
    broken: Prisma.sql`SELECT format('order %s placed at %s is held until %s, paid at %s, handover due at %s, ended at %s, protected until %s, released at %s',
        id, placed_at, reserved_until, paid_at, handover_due_at, ended_at, protected_until, released_at) AS what
      FROM orders WHERE reserved_until > now() + interval '48 hours' OR handover_due_at > now() + interval '14 days'
        OR protected_until > now() + interval '48 hours' OR greatest(placed_at, paid_at, ended_at, released_at) > now()`,
  },
]

/** Checks what holds of a market at rest beside its ledger. */
export async function checkRest(database: Database): Promise<CheckedRule[]> {
  const checked: CheckedRule[] = []
  for (const { rule, of, counted, broken } of rules) {
    const [{ count } = { count: 0n }] = await database.$queryRaw<{ count: bigint }[]>(counted)
    const rows = await database.$queryRaw<{ what: string }[]>(broken)
    checked.push({ rule, of, checked: Number(count), violations: rows.map(row => row.what) })
  }
  return checked
}
