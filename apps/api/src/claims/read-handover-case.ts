import type { UndecidedHandover } from '@second-ring/contracts/claims/case'
import type { HandoverOutcome } from '@second-ring/contracts/orders/hand-over'
import { type Database, query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import type { AuditedAction } from '#platform/audit.ts'
import { handoverDecisionDueAt, handoverUndecidedSince, wasUndecidedHandover } from '#platform/undecided-handover.ts'

type Action = AuditedAction['action']

/** What admins decided of handovers, each once. The literal lets the index of these few entries serve it. */
export const handoverDecisions = query
  .selectFrom('audit_entries as e')
  .leftJoin('users as u', 'u.id', 'e.actor_id')
  .where('e.action', '=', sql.lit('order.decide-handover' satisfies Action))
  .where('e.subject_type', '=', 'order')
  .select(['e.subject_id as orderId', 'e.at', 'e.actor_id as byId', 'e.reason'])
  .select(sql<string>`coalesce(u.name, '')`.as('byName'))

/** What was decided of the handover of an order `o`: the buyer of one that was handed over has had time to report a problem. */
export const handoverOutcome = sql<HandoverOutcome>`CASE WHEN o.protected_until IS NULL
  THEN 'REFUNDED' ELSE 'HANDED_OVER' END`

/** Reads since when the handover of an order is undecided and what an admin decided; null when it never was undecided. */
export async function readHandoverCase(
  database: Database | Transaction,
  orderId: string,
): Promise<UndecidedHandover | null> {
  const reading = query
    .selectFrom('orders as o')
    .leftJoinLateral(handoverDecisions.where('e.subject_id', '=', orderId).as('d'), join => join.onTrue())
    .where('o.id', '=', orderId)
    .where(wasUndecidedHandover)
    .select(['o.state', 'd.at', 'd.byId', 'd.byName', 'd.reason', handoverOutcome.as('outcome')])
    .select([handoverUndecidedSince.as('since'), handoverDecisionDueAt.as('dueAt')])
  const [row] = await run(database, reading)
  if (!row) return null
  const { state, since, dueAt, at, byId, byName, reason, outcome } = row
  return {
    undecidedSince: since.toISOString(),
    dueAt: state === 'PAID' ? dueAt.toISOString() : null,
    decision: at && { at: at.toISOString(), byId, byName: byName ?? '', reason, outcome },
  }
}
