import type { DisputeRecord, DisputeStatus } from '../state/records.ts'

/** Every transition of a dispute but by an appeal. Those with `warning_` are inquiries, which move no money. */
export const disputeTransitions: Record<DisputeStatus, readonly DisputeStatus[]> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  warning_closed: [],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  won: [],
  lost: [],
  prevented: [],
}

/** What becomes of a closed dispute when the bank's decision is appealed against and the appeal is won. */
export const appealTransitions: Partial<Record<DisputeStatus, DisputeStatus>> = { lost: 'won' }

export function isInquiry({ status }: DisputeRecord): boolean {
  return status === 'warning_needs_response' || status === 'warning_under_review' || status === 'warning_closed'
}

export function isClosed({ status }: DisputeRecord): boolean {
  return disputeTransitions[status].length === 0
}

/** Whether the disputed charge may be refunded: not while the bank has its money, nor after it kept it. */
export function isRefundableDespite(dispute: DisputeRecord): boolean {
  return isInquiry(dispute) || dispute.status === 'won'
}
