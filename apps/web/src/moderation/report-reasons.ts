import type { ReportReason } from '@second-ring/contracts/moderation/report'

/** What is wrong with a post, in the words of the form and of the queue. */
export const reportReasonLabels: Record<ReportReason, string> = {
  NOT_A_PHONE: 'Not a phone',
  STOLEN: 'Stolen',
  MISLEADING: 'Fake or misleading',
  WRONG_PRICE: 'Wrong price',
  OFFENSIVE: 'Offensive',
  OTHER: 'Something else',
}
