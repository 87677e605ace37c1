import { Month } from '@second-ring/contracts/earnings/earnings'
import * as z from 'zod/mini'

/** What the page keeps in its URL: the month of the statement, and how a visit to the payout provider ended. */
const EarningsSearch = z.object({
  month: z.catch(z.optional(Month), undefined),
  payouts: z.catch(z.optional(z.enum(['returned', 'again'])), undefined),
})
export type EarningsSearch = z.infer<typeof EarningsSearch>

export function readEarningsSearch(search: unknown): EarningsSearch {
  return EarningsSearch.parse(search)
}
