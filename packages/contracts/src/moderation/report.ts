import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { ListingCard } from '../listings/listing.ts'
import { PageInput, pageOf } from '../paging.ts'
import { optionalParagraph, paragraph } from '../text.ts'
import { DECISION_MAX_LENGTH } from './remove-any-listing.ts'

export const REPORT_TEXT_MAX_LENGTH = 500
/** So many open reports of one listing the queue shows in full, the newest first. */
export const REPORTS_SHOWN_MAX = 20

export const reportReasons = ['NOT_A_PHONE', 'STOLEN', 'MISLEADING', 'WRONG_PRICE', 'OFFENSIVE', 'OTHER'] as const
export const ReportReason = z.enum(reportReasons, 'Choose what is wrong')
export type ReportReason = z.infer<typeof ReportReason>

/** What somebody fills in who reports a listing. */
export const ReportForm = z.object({ reason: ReportReason, text: optionalParagraph(REPORT_TEXT_MAX_LENGTH) })
export type ReportForm = z.infer<typeof ReportForm>
export const FileReportInput = z.extend(ReportForm, { listingId: Id })
export type FileReportInput = z.infer<typeof FileReportInput>
export const FileReportOutput = z.object({ reportId: Id })
export type FileReportOutput = z.infer<typeof FileReportOutput>

/** The reported listings, for admins: by their last report, or by how many report them. Reports of proven users come first. */
export const ReportQueueInput = z.extend(PageInput, { order: z._default(z.enum(['newest', 'most']), 'newest') })
export type ReportQueueInput = z.infer<typeof ReportQueueInput>

/** An open report, as an admin reads it. */
export const OpenReport = z.object({
  id: Id,
  reporter: z.object({ id: Id, name: z.string() }),
  reason: ReportReason,
  text: z.string(),
  reportedAt: Instant,
})
export type OpenReport = z.infer<typeof OpenReport>

/** A listing with its open reports. */
export const ReportedListing = z.object({
  listing: ListingCard,
  /** How many users report it. */
  reporters: z.int(),
  /** How many of them have proven their email. */
  proven: z.int(),
  /** How often each reason is given. */
  reasons: z.array(z.object({ reason: ReportReason, count: z.int() })),
  /** The newest, {@link REPORTS_SHOWN_MAX} at most. */
  reports: z.array(OpenReport),
  lastReportedAt: Instant,
})
export type ReportedListing = z.infer<typeof ReportedListing>
export const ReportQueueOutput = pageOf(ReportedListing)

/** How many listings have open reports. */
export const OpenReportsOutput = z.object({ listings: z.int() })

/** What an admin fills in to close the reports of a listing that stays; admins alone read the note. */
export const DismissReportsForm = z.object({ note: paragraph('Note is required', DECISION_MAX_LENGTH) })
export type DismissReportsForm = z.infer<typeof DismissReportsForm>
/** Closes what was reported up to `until`: what the admin has read, and nothing newer. */
export const DismissReportsInput = z.extend(DismissReportsForm, { listingId: Id, until: Instant })
export type DismissReportsInput = z.infer<typeof DismissReportsInput>
export const DismissReportsOutput = z.object({ listingId: Id, closed: z.int() })
export type DismissReportsOutput = z.infer<typeof DismissReportsOutput>
