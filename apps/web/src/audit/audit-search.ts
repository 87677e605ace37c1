/** What the audit keeps in its address. Days are those of the reader's own calendar, the last one included. */
export interface AuditSearch {
  /** The beginning of an act, such as `order.`. */
  action?: string | undefined
  /** The id of a person, or of what was acted on. */
  involving?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

const ACTION = /^[a-z][a-z.-]{0,49}$/
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reads the address; what makes no sense there narrows nothing. */
export function readAuditSearch({ action, involving, from, until }: Record<string, unknown>): AuditSearch {
  return {
    action: matching(ACTION, action),
    involving: readId(involving),
    from: readDay(from),
    until: readDay(until),
  }
}

/** The id that a text is; undefined when it is none. */
export function readId(text: unknown): string | undefined {
  return matching(ID, typeof text === 'string' ? text.trim() : text)?.toLowerCase()
}

/** The day that a text such as `2026-11-20` is; undefined when it is none. */
export function readDay(text: unknown): string | undefined {
  const day = matching(DAY, text)
  return day && !Number.isNaN(startOf(day).getTime()) ? day : undefined
}

/** The question behind the list, so that the route's loader and its component share one fetch. */
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

function matching(pattern: RegExp, text: unknown): string | undefined {
  return typeof text === 'string' && pattern.test(text) ? text : undefined
}
