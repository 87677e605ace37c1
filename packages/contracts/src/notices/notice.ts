import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { PageInput, pageOf } from '../paging.ts'

export const noticeKinds = [
  'booked',
  'booking-cancelled',
  'booking-expired',
  'paid',
  'refunded',
  'refund-partial',
  'refund-failed',
  'charge-unmatched',
  'disputed',
  'dispute-closed',
  'ledger',
  'removal-proposed',
  'handed-over',
  'released',
  'claim-opened',
  'claim-answered',
  'claim-closed',
  'case-opened',
  'case-undecided',
  'booking-released',
  'reminder',
  'handover-claimed',
  'handover-denied',
  'handover-undecided',
  'code-used-up',
  'meeting-proposed',
  'meeting-answered',
  'cancellation-proposed',
  'cancellation-answered',
  'no-show-reported',
  'no-show-answered',
  'note',
  'waiting-sold',
  'waiting-ended',
  'offered',
  'offer-passed',
  'saved-search',
  'export-ready',
  'post-removed',
  'report-closed',
  'account-security',
  'account',
  'payout-account',
  'payout-sent',
  'payout-arrived',
  'payout-failed',
  'payout-waiting',
  'payouts-frozen',
  'payouts-released',
] as const
export const NoticeKind = z.enum(noticeKinds)
export type NoticeKind = z.infer<typeof NoticeKind>

/** A notification to a user. */
export const Notice = z.object({
  id: Id,
  kind: NoticeKind,
  message: z.string(),
  /** What it is about, to link to; one of the two at the most. */
  listingId: z.nullable(Id),
  orderId: z.nullable(Id),
  createdAt: Instant,
  read: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

/** The caller's notices, newest first. */
export const ListNoticesInput = PageInput
export const ListNoticesOutput = pageOf(Notice)

export const UnreadNoticesOutput = z.object({ unread: z.int() })

/** Marks all of the caller's notices as read. */
export const ReadNoticesOutput = z.object({ unread: z.literal(0) })
