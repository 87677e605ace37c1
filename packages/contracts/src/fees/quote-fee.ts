import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { PriceCents } from '../price.ts'

/** What a seller may sell: the fee hangs on these and on who they are. */
export const QuoteFeeInput = z.object({ categoryId: Id, priceCents: PriceCents })
export type QuoteFeeInput = z.infer<typeof QuoteFeeInput>

/** What the platform keeps of that price, by the rule that holds now. */
export const FeeQuote = z.object({
  priceCents: z.int(),
  /** Hundredths of a percent. */
  basisPoints: z.int(),
  /** The least that is kept. */
  minimumCents: z.int(),
  feeCents: z.int(),
  /** What of the fee is tax, at the rate that holds now; 0 without one. */
  feeTaxCents: z.int(),
})
export type FeeQuote = z.infer<typeof FeeQuote>
