import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { REASON_MAX_LENGTH } from '../orders/end-order.ts'
import { line } from '../text.ts'

/** A session of the caller that goes on. */
export const SessionSummary = z.object({
  id: Id,
  /** The browser, as it names itself. */
  device: z.nullable(z.string()),
  network: z.nullable(z.string()),
  begunAt: Instant,
  /** When it last got an access token: within the last hour while it is used. */
  renewedAt: Instant,
  /** Whether it is the one of this very call. */
  isThis: z.boolean(),
})
export type SessionSummary = z.infer<typeof SessionSummary>

export const ListSessionsOutput = z.object({ sessions: z.array(SessionSummary) })
export type ListSessionsOutput = z.infer<typeof ListSessionsOutput>

export const SignOutThereInput = z.object({ sessionId: Id })
export type SignOutThereInput = z.infer<typeof SignOutThereInput>

/** How many sessions went on until now. */
export const SessionsEndedOutput = z.object({ ended: z.number() })
export type SessionsEndedOutput = z.infer<typeof SessionsEndedOutput>

export const EndUserSessionsInput = z.object({ userId: Id, reason: line('Reason is required', REASON_MAX_LENGTH) })
export type EndUserSessionsInput = z.infer<typeof EndUserSessionsInput>
