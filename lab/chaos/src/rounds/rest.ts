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
  Prisma.sql`UPDATE orders SET meeting_time = now() - interval '1 second'
    WHERE state = 'PAID' AND meeting_time > now() AND random() < ${SHARE}`,
  Prisma.sql`UPDATE no_show_reports SET answer_due_at = now() - interval '1 second' WHERE state = 'OPEN' AND random() < ${FEW}`,
  Prisma.sql`UPDATE cancellation_proposals SET due_at = now() - interval '1 second' WHERE state = 'OPEN' AND random() < ${FEW}`,
  Prisma.sql`UPDATE claims SET due_at = now() - interval '1 second'
    WHERE state IN ('SELLER_ANSWERS', 'BUYER_ANSWERS', 'RETURNING') AND random() < ${FEW}`,
  // A day later money goes on again, and an hour after a transfer that was not made.
  Prisma.sql`UPDATE payouts SET requested_at = least(requested_at, now() - interval '25 hours') WHERE random() < ${SHARE}`,
  Prisma.sql`UPDATE payout_accounts SET payout_asked_at = NULL WHERE random() < ${SHARE}`,
  Prisma.sql`UPDATE transfers SET asked_at = NULL, settled_at = least(settled_at, now() - interval '2 hours')
    WHERE state <> 'PENDING' AND random() < ${SHARE}`,
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
    UNION ALL SELECT 'claim ' || id || ' was not answered in time' FROM claims
      WHERE state IN ('SELLER_ANSWERS', 'BUYER_ANSWERS', 'RETURNING') AND due_at <= now()
    UNION ALL SELECT 'transfer ' || t.id || ' is to be made' FROM transfers t JOIN orders o ON o.id = t.order_id
      WHERE t.state = 'PENDING' AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND (
        EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state IN ('REQUESTED', 'PENDING'))
        OR EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id
          AND d.state::text IN (${Prisma.join([...openDispute.state.in])}))))
    UNION ALL SELECT 'reversal ' || id || ' is to be made' FROM transfer_reversals WHERE state = 'PENDING'
    UNION ALL SELECT 'payout ' || id || ' is to be made' FROM payouts WHERE state = 'REQUESTED'
    UNION ALL SELECT 'nobody has asked about payout ' || id FROM payouts
      WHERE state IN ('IN_TRANSIT', 'PAID') AND checked_at IS NULL
    UNION ALL SELECT 'account ' || provider_account_id || ' was not read' FROM payout_accounts
      WHERE read_at < now() - interval '1 day' AND disabled_reason IS DISTINCT FROM 'account_invalid'
    UNION ALL SELECT 'charge ' || charge_id || ' is on its way back' FROM unmatched_charges WHERE state = 'RETURNING'`
  return rows.map(row => row.what)
}

/** What of the money is on its way or waits for somebody, each by its name. */
export async function inFlight(database: Database): Promise<string[]> {
  const rows = await database.$queryRaw<{ what: string }[]>`
    SELECT format('claim about order %s is %s', order_id, state) AS what FROM claims WHERE closed_at IS NULL
    UNION ALL SELECT format('transfer %s of %s cents of order %s is PENDING', id, amount_cents, order_id)
      FROM transfers WHERE state = 'PENDING'
    UNION ALL SELECT format('payout %s of %s cents is IN_TRANSIT', id, amount_cents) FROM payouts WHERE state = 'IN_TRANSIT'
    UNION ALL SELECT format('refund %s of %s cents is %s', id, amount_cents, state)
      FROM refunds WHERE state IN ('REQUESTED', 'PENDING')
    UNION ALL SELECT format('dispute %s of %s cents is %s', provider_id, amount_cents, state)
      FROM disputes WHERE state::text IN (${Prisma.join([...openDispute.state.in])})
    UNION ALL SELECT format('charge %s of %s cents is %s', charge_id, amount_cents, state)
      FROM unmatched_charges WHERE state IN ('WAITING', 'RETURNING')
    ORDER BY what`
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
    rule: 'No money is released before the database’s clock says so, but by its buyer or the admin of its case',
    of: 'orders whose money was released',
    counted: Prisma.sql`SELECT count(*) FROM orders WHERE state = 'RELEASED'`,
    broken: Prisma.sql`SELECT format('order %s was released at %s, protected until %s', o.id, o.released_at, o.protected_until) AS what
      FROM orders o WHERE o.state = 'RELEASED' AND o.protected_until > o.released_at AND NOT EXISTS (
        SELECT FROM audit_entries a
        WHERE a.subject_id = o.id AND a.action = 'order.release-money'
          AND (a.actor_id = o.buyer_id OR a.actor_id = (SELECT c.decided_by_id FROM claims c WHERE c.order_id = o.id)))`,
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
