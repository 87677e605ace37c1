import type { Context } from '../context.ts'
import type { TransferRecord, TransferReversalRecord } from '../state/connect-records.ts'
import { missing } from '../wire/api-error.ts'

/** @throws ApiError 404 when there is no such transfer */
export function findTransfer({ tx }: Context, id: string): TransferRecord {
  const transfer = tx.get('transfers', id)
  if (!transfer) throw missing('transfer', id)
  return transfer
}

/** @throws ApiError 404 when the transfer has no such reversal */
export function findReversal({ tx }: Context, transferId: string, id: string): TransferReversalRecord {
  const reversal = tx.get('transferReversals', id)
  if (reversal?.transferId !== transferId) throw missing('transfer reversal', id)
  return reversal
}
