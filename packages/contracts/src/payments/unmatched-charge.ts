import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { line } from '../text.ts'

const REASON_MAX_LENGTH = 300

/** An admin's decision on a charge that fits no order. */
export const DecideUnmatchedChargeInput = z.object({
  unmatchedChargeId: Id,
  /** `return`: back to its card; `dismiss`: it stays as it is. */
  decision: z.enum(['return', 'dismiss']),
  reason: line('Reason is required', REASON_MAX_LENGTH),
})
export type DecideUnmatchedChargeInput = z.infer<typeof DecideUnmatchedChargeInput>
export const DecideUnmatchedChargeOutput = z.object({ unmatchedChargeId: Id })
