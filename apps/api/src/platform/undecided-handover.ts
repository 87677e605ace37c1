import { CASE_HOURS } from '@second-ring/contracts/orders/deadlines'
import type { Tables } from '@second-ring/database'
import { expressionBuilder, sql } from 'kysely'
import type { AuditedAction } from './audit.ts'
import { now } from './database-clock.ts'

const { and, eb, or, selectFrom } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** Whether an admin has to decide on the handover of an order `o`; the database's clock says whose time to answer is over. */
export const isUndecidedHandover = and([
  eb('o.state', '=', 'PAID'),
  eb('o.answer_due_at', 'is not', null),
  or([eb('o.handover_denied_at', 'is not', null), eb('o.answer_due_at', '<=', now)]),
]).$castTo<boolean>()

/** Since when: the buyer has denied it, or their time to answer was over. */
export const handoverUndecidedSince = sql<Date>`coalesce(o.handover_denied_at, o.answer_due_at)`

/** Until when the admin has to decide. Null of an order of which nobody was asked. Nothing happens by itself then. */
export const handoverDecisionDueAt = sql<Date>`${handoverUndecidedSince} + ${`${CASE_HOURS} hours`}::interval`

/** The acts after which nothing is to be decided of a handover. */
const settlingActs = [
  'order.hand-over',
  'order.confirm-handover',
  'order.decide-handover',
  'order.refund',
] as const satisfies AuditedAction['action'][]

const settledAt = selectFrom('audit_entries as s')
  .where('s.subject_type', '=', 'order')
  .whereRef('s.subject_id', '=', 'o.id')
  .where('s.action', 'in', settlingActs)
  .select(({ fn }) => fn.min('s.at').as('at'))

/** Whether an admin has to decide on the handover of an order `o`, or had to before it was settled. */
export const wasUndecidedHandover = or([
  eb('o.handover_denied_at', 'is not', null),
  eb('o.answer_due_at', '<=', sql<Date>`coalesce(${settledAt}, ${now})`),
]).$castTo<boolean>()
