import type { ClaimState } from '@second-ring/contracts/claims/claim'
import { type DealDeadline, type DealStage, deadlineOf, stageOf } from '@second-ring/contracts/orders/deal.process'
import type { OrderState } from '@second-ring/contracts/orders/order'
import { sql } from 'kysely'
import { handoverDecisionDueAt } from './undecided-handover.ts'

/**
 * What the stage of a deal depends on: of an order `o`, its claim `k` and its open no-show report `n`. The database's clock says
 * what is over.
 */
export const stageColumns = [
  'o.state as orderState',
  'o.reserved_until as reservedUntil',
  'o.handover_due_at as handoverDueAt',
  'o.protected_until as protectedUntil',
  'o.answer_due_at as answerDueAt',
  'k.state as claimState',
  'k.due_at as claimDueAt',
  'n.answer_due_at as noShowDueAt',
  handoverDecisionDueAt.as('handoverDecisionDueAt'),
  sql<boolean>`o.handover_claimed_at IS NOT NULL`.as('claimed'),
  sql<boolean>`o.handover_denied_at IS NOT NULL`.as('denied'),
  sql<boolean>`coalesce(o.answer_due_at <= now(), false)`.as('answerOver'),
  sql<boolean>`coalesce(n.answer_due_at <= now(), false)`.as('noShowOver'),
  sql<boolean>`coalesce(k.due_at <= now(), false)`.as('claimOver'),
  sql<'buyer' | 'seller' | null>`CASE WHEN n.reported_by_id = o.buyer_id THEN 'buyer'
    WHEN n.id IS NOT NULL THEN 'seller' END`.as('noShowBy'),
] as const

interface StagedRow extends Record<DealDeadline, Date | null> {
  orderState: OrderState
  claimState: ClaimState | null
  claimed: boolean
  denied: boolean
  answerOver: boolean
  noShowOver: boolean
  claimOver: boolean
  noShowBy: 'buyer' | 'seller' | null
}

/** Where a deal stands and until when, by the columns of {@link stageColumns}. */
export function stageAndDue(row: StagedRow): { stage: DealStage; dueAt: string | null } {
  const stage = stageOf({ ...row, state: row.orderState })
  // Of a turn in a claim that is over the admins' time is not set yet.
  const isUnset = stage === 'CLAIM_UNDECIDED' && row.claimState !== 'UNDECIDED'
  const deadline = isUnset ? null : deadlineOf(stage)
  return { stage, dueAt: (deadline && row[deadline])?.toISOString() ?? null }
}
