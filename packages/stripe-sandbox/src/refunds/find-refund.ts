import type { Context } from '../context.ts'
import type { RefundRecord } from '../state/records.ts'
import { missing } from '../wire/api-error.ts'

/** @throws ApiError 404 when there is no such refund */
export function findRefund({ tx }: Context, id: string): RefundRecord {
  const refund = tx.get('refunds', id)
  if (!refund) throw missing('refund', id)
  return refund
}
