import {
  Deal,
  EarningsSummary,
  ListDealsInput,
  ListDealsOutput,
  OfSeller,
  ReadDealInput,
  ReadStatementInput,
  Statement,
} from '@second-ring/contracts/earnings/earnings'
import { router, sellerProcedure, staffProcedure } from '#http/trpc/procedures.ts'
import { listDeals, readDeal } from './list-deals.ts'
import { readStatement } from './read-statement.ts'
import { summarizeEarnings } from './summarize-earnings.ts'

export const earningsRouter = router({
  deal: sellerProcedure
    .input(ReadDealInput)
    .output(Deal)
    .query(({ ctx, input }) => readDeal(ctx.platform, ctx.caller, input)),
  deals: staffProcedure
    .input(ListDealsInput)
    .output(ListDealsOutput)
    .query(({ ctx, input }) => listDeals(ctx.platform, ctx.caller, input)),
  statement: staffProcedure
    .input(ReadStatementInput)
    .output(Statement)
    .query(({ ctx, input }) => readStatement(ctx.platform, ctx.caller, input)),
  summary: staffProcedure
    .input(OfSeller)
    .output(EarningsSummary)
    .query(({ ctx, input }) => summarizeEarnings(ctx.platform, ctx.caller, input)),
})
