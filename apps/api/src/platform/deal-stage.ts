import type { ClaimState } from '@second-ring/contracts/claims/claim'
import { type DealStage, stageOf } from '@second-ring/contracts/orders/deal.process'
import type { OrderState } from '@second-ring/contracts/orders/order'
import { sql } from 'kysely'

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
  sql<boolean>`o.handover_claimed_at IS NOT NULL`.as('claimed'),
  sql<boolean>`o.handover_denied_at IS NOT NULL`.as('denied'),
  sql<boolean>`coalesce(o.answer_due_at <= now(), false)`.as('answerOver'),
  sql<boolean>`coalesce(n.answer_due_at <= now(), false)`.as('noShowOver'),
  sql<boolean>`coalesce(k.due_at <= now(), false)`.as('claimOver'),
  sql<'buyer' | 'seller' | null>`CASE WHEN n.reported_by_id = o.buyer_id THEN 'buyer'
    WHEN n.id IS NOT NULL THEN 'seller' END`.as('noShowBy'),
] as const

interface StagedRow {
  orderState: OrderState
  reservedUntil: Date
  handoverDueAt: Date | null
  protectedUntil: Date | null
  answerDueAt: Date | null
  claimState: ClaimState | null
  claimDueAt: Date | null
  noShowDueAt: Date | null
  claimed: boolean
  denied: boolean
  answerOver: boolean
  noShowOver: boolean
  claimOver: boolean
  noShowBy: 'buyer' | 'seller' | null
}

/** What ends each stage by itself, or is the time to act in it. */
const deadlines: Record<DealStage, (row: StagedRow) => Date | null> = {
  PLACED: row => row.reservedUntil,
  PAID: row => row.handoverDueAt,
  NO_SHOW_OF_SELLER: row => row.noShowDueAt,
  NO_SHOW_OF_BUYER: row => row.noShowDueAt,
  HANDOVER_CLAIMED: row => row.answerDueAt,
  HANDOVER_UNDECIDED: () => null,
  HANDED_OVER: row => row.protectedUntil,
  CLAIM_UNANSWERED: row => row.claimDueAt,
  CLAIM_OFFERED: row => row.claimDueAt,
  // Of a turn that is over the admins' time is not set yet.
  CLAIM_UNDECIDED: row => (row.claimState === 'UNDECIDED' ? row.claimDueAt : null),
  RETURNING: row => row.claimDueAt,
  RELEASED: () => null,
  PARTLY_REFUNDED: () => null,
  CANCELLED: () => null,
  EXPIRED: () => null,
  REFUNDED: () => null,
}

/** Where a deal stands and until when, by the columns of {@link stageColumns}. */
export function stageAndDue(row: StagedRow): { stage: DealStage; dueAt: string | null } {
  const stage = stageOf({ ...row, state: row.orderState })
  return { stage, dueAt: deadlines[stage](row)?.toISOString() ?? null }
}
