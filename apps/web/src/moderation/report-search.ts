import * as z from 'zod/mini'

/** What the queue of reports keeps in its URL. */
const ReportSearch = z.object({
  /** Undefined for the last reported first. */
  order: z.catch(z.optional(z.literal('most')), undefined),
})
export type ReportSearch = z.infer<typeof ReportSearch>

export function readReportSearch(search: unknown): ReportSearch {
  return ReportSearch.parse(search)
}
