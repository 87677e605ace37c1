import type { RefundRecord, RefundStatus } from '../state/records.ts'

/** Every transition of a refund. A bank may send the money back after it was taken for done. */
export const refundTransitions: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed', 'canceled'],
  failed: [],
  canceled: [],
}

/** Whether the money of a refund is, or will be, with the cardholder. */
export function givesBack(status: RefundStatus): boolean {
  return status === 'pending' || status === 'succeeded'
}

export function mayBecome(refund: RefundRecord, status: RefundStatus): boolean {
  return refundTransitions[refund.status].includes(status)
}
