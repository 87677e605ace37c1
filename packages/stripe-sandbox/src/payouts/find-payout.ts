import type { Context } from '../context.ts'
import type { PayoutRecord } from '../state/connect-records.ts'
import { missing } from '../wire/api-error.ts'

/** @throws ApiError 404 when the account that the request acts for has no such payout */
export function findPayout({ tx, accountId }: Context, id: string): PayoutRecord {
  const payout = tx.get('payouts', id)
  if (payout?.accountId !== accountId) throw missing('payout', id)
  return payout
}
