import type { ReceiptKind } from '@second-ring/contracts/receipts/receipt'
import type { Procedures } from '#api-client/trpc.ts'

const ASK_AGAIN_MS = 10_000

/** It is asked for again until it has its number. */
export const receiptQuery = (trpc: Procedures, orderId: string, kind: ReceiptKind) =>
  trpc.receipts.get.queryOptions(
    { orderId, kind },
    { refetchInterval: ({ state }) => (state.data === null ? ASK_AGAIN_MS : false) },
  )
