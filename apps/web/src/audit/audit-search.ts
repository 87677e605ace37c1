import { ID_PATTERN } from '@second-ring/contracts/id-pattern'
import * as z from 'zod/mini'

const Day = z.iso.date()
const AnId = z.string().check(z.trim(), z.toLowerCase(), z.regex(ID_PATTERN))

/**
 * What the audit keeps in its URL; what makes no sense there narrows nothing. Days are those of the reader's own calendar,
 * the last one included.
 */
export const AuditSearch = z.object({
  /** The beginning of an act, such as `order.`. */
  action: z.catch(z.optional(z.string().check(z.regex(/^[a-z][a-z.-]{0,49}$/))), undefined),
  /** The id of a person, or of what was acted on. */
  involving: z.catch(z.optional(AnId), undefined),
  from: z.catch(z.optional(Day), undefined),
  until: z.catch(z.optional(Day), undefined),
})
export type AuditSearch = z.infer<typeof AuditSearch>

export function readAuditSearch(search: unknown): AuditSearch {
  return AuditSearch.parse(search)
}

/** The id that a text is; undefined when it is none. */
export function readId(text: unknown): string | undefined {
  return AnId.safeParse(text).data
}

/** The day that a text such as `2026-11-20` is; undefined when it is none. */
export function readDay(text: unknown): string | undefined {
  return Day.safeParse(text).data
}

/** What is asked of the server. */
export function auditQuery({ action, involving, from, until }: AuditSearch) {
  return {
    ...(action && { action }),
    ...(involving && { involving }),
    ...periodQuery({ from, until }),
  }
}

/** Two days as the instants between which something was. */
export function periodQuery({ from, until }: Pick<AuditSearch, 'from' | 'until'>) {
  return {
    ...(from && { from: startOf(from).toISOString() }),
    ...(until && { until: startOf(until, 1).toISOString() }),
  }
}

/** Where the same entries are to be had as a file. */
export function auditFile(search: AuditSearch): string {
  const query = new URLSearchParams(auditQuery(search)).toString()
  return query ? `/audit.csv?${query}` : '/audit.csv'
}

/** When a day begins here, or the one so many days later. */
function startOf(day: string, later = 0): Date {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + later)
  return date
}
