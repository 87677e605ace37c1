import {
  EarningsSummary,
  ListDealsInput,
  ListDealsOutput,
  OfSeller,
  ReadStatementInput,
  Statement,
} from '@second-ring/contracts/earnings/earnings'
import { router, staffProcedure } from '#http/trpc/procedures.ts'
import { listDeals } from './list-deals.ts'
import { readStatement } from './read-statement.ts'
import { summarizeEarnings } from './summarize-earnings.ts'

export const earningsRouter = router({
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
