import * as z from 'zod/mini'
import { Instant } from '../ids.ts'
import { DealStage } from './deal.process.ts'

const Side = z.enum(['buyer', 'seller'])

/** What lists say of a deal to its two sides: where it stands, and what waits for whom, until when. */
export const dealSummary = {
  stage: DealStage,
  /** The deadline of the stage; null when there is none. */
  dueAt: z.nullable(Instant),
  /** Whether the cardholder's bank disputes the payment. */
  disputed: z.boolean(),
  /** Whether it holds the money, so that none of it can go back: it does not while it only asks. */
  moneyHeld: z.boolean(),
  /** Whether wrong codes were entered as often as they may be: the code that one side shows is void, and a new one has to be made. */
  codeUsedUp: z.boolean(),
  /** The open proposal to cancel it: whose, and until when the other side can answer. */
  cancellation: z.nullable(z.object({ by: Side, dueAt: Instant })),
  /** Who proposes another place or time to meet, and is not answered yet. */
  meetingProposedBy: z.nullable(Side),
}
const DealSummary = z.object(dealSummary)
export type DealSummary = z.infer<typeof DealSummary>
