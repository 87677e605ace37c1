import { ListAuditInput, ListAuditOutput } from '@second-ring/contracts/audit/audit-entry'
import { adminProcedure, router } from '#http/trpc/procedures.ts'
import { listAudit } from './list-audit.ts'

export const auditRouter = router({
  list: adminProcedure
    .input(ListAuditInput)
    .output(ListAuditOutput)
    .query(({ ctx, input }) => listAudit(ctx.platform, ctx.caller, input)),
})
