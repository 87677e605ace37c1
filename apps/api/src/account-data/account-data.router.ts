import { ExportStatus, RequestExportInput } from '@second-ring/contracts/accounts/own-account'
import { Nothing } from '@second-ring/contracts/nothing'
import { router, signedInMutation, signedInProcedure } from '#http/trpc/procedures.ts'
import { readExport } from './read-export.ts'
import { requestExport } from './request-export.ts'

/** A part of `accounts`: it reads what a user has in all other domains, and so comes after them. */
export const accountDataRouter = router({
  exportStatus: signedInProcedure
    .input(Nothing)
    .output(ExportStatus)
    .query(({ ctx }) => readExport(ctx.platform, ctx.caller)),
  requestExport: signedInMutation
    .input(RequestExportInput)
    .output(ExportStatus)
    .mutation(({ ctx }) => requestExport(ctx.platform, ctx.caller)),
})
