import {
  ListingRemovalPreview,
  PreviewListingRemovalInput,
  RemoveAnyListingInput,
  RemoveAnyListingOutput,
} from '@second-ring/contracts/moderation/remove-any-listing'
import {
  DismissReportsInput,
  DismissReportsOutput,
  FileReportInput,
  FileReportOutput,
  OpenReportsOutput,
  ReportQueueInput,
  ReportQueueOutput,
} from '@second-ring/contracts/moderation/report'
import { Nothing } from '@second-ring/contracts/nothing'
import { adminMutation, adminProcedure, router, signedInMutation } from '#http/trpc/procedures.ts'
import { dismissReports } from './dismiss-reports.ts'
import { fileReport } from './file-report.ts'
import { countReported, listReported } from './list-reported.ts'
import { previewListingRemoval } from './preview-listing-removal.ts'
import { removeAnyListing } from './remove-any-listing.ts'

export const reportsRouter = router({
  file: signedInMutation
    .input(FileReportInput)
    .output(FileReportOutput)
    .mutation(({ ctx, input }) => fileReport(ctx.platform, ctx.caller, input)),
  queue: adminProcedure
    .input(ReportQueueInput)
    .output(ReportQueueOutput)
    .query(({ ctx, input }) => listReported(ctx.platform, ctx.caller, input)),
  open: adminProcedure
    .input(Nothing)
    .output(OpenReportsOutput)
    .query(({ ctx }) => countReported(ctx.platform, ctx.caller)),
  dismiss: adminMutation
    .input(DismissReportsInput)
    .output(DismissReportsOutput)
    .mutation(({ ctx, input }) => dismissReports(ctx.platform, ctx.caller, input)),
})

/** A part of `listings`: it ends orders, and so comes after them. */
export const listingRemovalRouter = router({
  previewRemoval: adminProcedure
    .input(PreviewListingRemovalInput)
    .output(ListingRemovalPreview)
    .query(({ ctx, input }) => previewListingRemoval(ctx.platform, ctx.caller, input)),
  removeAny: adminMutation
    .input(RemoveAnyListingInput)
    .output(RemoveAnyListingOutput)
    .mutation(({ ctx, input }) => removeAnyListing(ctx.platform, ctx.caller, input)),
})
