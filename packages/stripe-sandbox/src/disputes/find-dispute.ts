import type { Context } from '../context.ts'
import type { DisputeRecord } from '../state/records.ts'
import { missing } from '../wire/api-error.ts'

/** @throws ApiError 404 when there is no such dispute */
export function findDispute({ tx }: Context, id: string): DisputeRecord {
  const dispute = tx.get('disputes', id)
  if (!dispute) throw missing('dispute', id)
  return dispute
}
