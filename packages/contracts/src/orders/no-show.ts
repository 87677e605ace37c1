import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { line } from '../text.ts'

export const NO_SHOW_MAX_LENGTH = 500

/** What one side says of a meeting to which the other did not come; both and admins read it. */
export const NoShowForm = z.object({ text: line('Say what happened', NO_SHOW_MAX_LENGTH) })
export type NoShowForm = z.infer<typeof NoShowForm>

/** The other side did not come, though the time that they had agreed on has passed. */
export const ReportNoShowInput = z.extend(NoShowForm, { orderId: Id })
export type ReportNoShowInput = z.infer<typeof ReportNoShowInput>
/** Until when the other side can answer. */
export const ReportNoShowOutput = z.object({ orderId: Id, answerDueAt: Instant })

/** The caller did not come, as the other side says: the money goes back to the buyer. */
export const AdmitNoShowInput = z.object({ orderId: Id })
export type AdmitNoShowInput = z.infer<typeof AdmitNoShowInput>
export const AdmitNoShowOutput = z.object({ orderId: Id })

/** The caller says that it is not so; the order goes on, and admins read both. */
export const DenyNoShowInput = z.extend(NoShowForm, { orderId: Id })
export type DenyNoShowInput = z.infer<typeof DenyNoShowInput>
export const DenyNoShowOutput = z.object({ orderId: Id })

export const NoShowState = z.enum(['OPEN', 'ADMITTED', 'DENIED', 'UNANSWERED'])
export type NoShowState = z.infer<typeof NoShowState>

/** A report, as the order's page shows it. */
export const NoShow = z.object({
  id: Id,
  /** Who reported the other side. */
  by: z.enum(['buyer', 'seller']),
  text: z.string(),
  meetingTime: Instant,
  state: NoShowState,
  reportedAt: Instant,
  answerDueAt: Instant,
  /** What the other side says who denies it. */
  answer: z.nullable(z.string()),
})
export type NoShow = z.infer<typeof NoShow>
