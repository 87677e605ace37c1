import { FeeQuote, QuoteFeeInput } from '@second-ring/contracts/fees/quote-fee'
import { router, sellerProcedure } from '#http/trpc/procedures.ts'
import { quoteFee } from './quote-fee.ts'

export const feesRouter = router({
  quote: sellerProcedure
    .input(QuoteFeeInput)
    .output(FeeQuote)
    .query(({ ctx, input }) => quoteFee(ctx.platform, ctx.caller, input)),
})
