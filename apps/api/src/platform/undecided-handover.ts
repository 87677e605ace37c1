import { CASE_HOURS } from '@second-ring/contracts/claims/claim'
import type { Tables } from '@second-ring/database'
import { expressionBuilder, sql } from 'kysely'
import { now } from '#platform/database-clock.ts'

const { and, eb, or } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

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
