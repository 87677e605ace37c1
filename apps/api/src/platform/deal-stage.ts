import { type ClaimState, RETURN_ATTEMPTS_MAX } from '@second-ring/contracts/claims/claim'
import { type DealDeadline, type DealStage, deadlineOf, stageOf } from '@second-ring/contracts/orders/deal.process'
import type { DealSummary } from '@second-ring/contracts/orders/deal-summary'
import { HANDOVER_ATTEMPTS_MAX } from '@second-ring/contracts/orders/hand-over'
import type { OrderState } from '@second-ring/contracts/orders/order'
import { sql } from 'kysely'
import { isDisputed, isMoneyHeld } from './disputed.ts'
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

/** What a deal's standing depends on beside its stage: with its open proposals, to cancel `c` and of another meeting `m`. */
export const summaryColumns = [
  ...stageColumns,
  'o.handover_attempts as handoverAttempts',
  'k.return_attempts as returnAttempts',
  isDisputed.as('disputed'),
  isMoneyHeld.as('moneyHeld'),
  'c.due_at as cancellationDueAt',
  sql<'buyer' | 'seller' | null>`CASE WHEN c.proposed_by_id = o.buyer_id THEN 'buyer'
    WHEN c.id IS NOT NULL THEN 'seller' END`.as('cancellationBy'),
  sql<'buyer' | 'seller' | null>`CASE WHEN m.proposed_by_id = o.buyer_id THEN 'buyer'
    WHEN m.id IS NOT NULL THEN 'seller' END`.as('meetingProposedBy'),
] as const

interface SummaryRow extends StagedRow {
  handoverAttempts: number
  returnAttempts: number | null
  disputed: boolean
  moneyHeld: boolean
  cancellationDueAt: Date | null
  cancellationBy: 'buyer' | 'seller' | null
  meetingProposedBy: 'buyer' | 'seller' | null
}

/** What its two sides read of a deal in a list, by the columns of {@link summaryColumns}. */
export function summaryOf(row: SummaryRow): DealSummary {
  const { orderState: state, disputed, moneyHeld, cancellationBy: by, cancellationDueAt: dueAt, returnAttempts } = row
  const isArranged = state === 'PLACED' || state === 'PAID' || state === 'RETURNING'
  return {
    ...stageAndDue(row),
    disputed,
    moneyHeld,
    codeUsedUp: isCodeUsedUp({ ...row, state, returnAttempts: returnAttempts ?? 0 }),
    cancellation: state === 'PAID' && by && dueAt ? { by, dueAt: dueAt.toISOString() } : null,
    meetingProposedBy: isArranged ? row.meetingProposedBy : null,
  }
}

/** Whether wrong codes were entered as often as they may be at the handover, or at the return, that an order waits for. */
export function isCodeUsedUp({ state, handoverAttempts, returnAttempts }: Attempts): boolean {
  if (state === 'PAID') return handoverAttempts >= HANDOVER_ATTEMPTS_MAX
  return state === 'RETURNING' && returnAttempts >= RETURN_ATTEMPTS_MAX
}

interface Attempts {
  state: OrderState
  handoverAttempts: number
  returnAttempts: number
}
