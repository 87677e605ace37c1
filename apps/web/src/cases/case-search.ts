import * as z from 'zod/mini'

/** What the queue of cases keeps in its URL. */
const CaseSearch = z.object({
  /** Undefined for those to decide. */
  filter: z.catch(z.optional(z.literal('decided')), undefined),
})
export type CaseSearch = z.infer<typeof CaseSearch>

export function readCaseSearch(search: unknown): CaseSearch {
  return CaseSearch.parse(search)
}
