import { GetReceiptInput, GetReceiptOutput } from '@second-ring/contracts/receipts/receipt'
import { router, signedInProcedure } from '#http/trpc/procedures.ts'
import { getReceipt } from './get-receipt.ts'

export const receiptsRouter = router({
  get: signedInProcedure
    .input(GetReceiptInput)
    .output(GetReceiptOutput)
    .query(({ ctx, input }) => getReceipt(ctx.platform, ctx.caller, input)),
})
