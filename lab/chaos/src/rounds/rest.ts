import { holdsMoney } from '@second-ring/api/orders/open-dispute'
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
    rule: 'No time that a process wrote is beyond what the database’s clock allows',
    of: 'orders',
    counted: Prisma.sql`SELECT count(*) FROM orders`,
    broken: Prisma.sql`SELECT format('order %s placed at %s is held until %s, paid at %s, handover due at %s, ended at %s',
        id, placed_at, reserved_until, paid_at, handover_due_at, ended_at) AS what
      FROM orders WHERE reserved_until > now() + interval '48 hours' OR handover_due_at > now() + interval '14 days'
        OR greatest(placed_at, paid_at, ended_at) > now()`,
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
