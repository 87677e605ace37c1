import type { Month } from '@second-ring/contracts/earnings/earnings'

const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A month as people read it. */
export function monthName(month: Month): string {
  return name.format(new Date(`${month}-01T00:00:00Z`))
}

/** The day of an ISO instant in UTC, as statements have it; its year is the statement's. */
export function dayOf(instant: string): string {
  return day.format(new Date(instant))
}

/** The months from the first to the last, the last first. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = []
  const at = new Date(`${last}-01T00:00:00Z`)
  for (; isoMonth(at) >= first; at.setUTCMonth(at.getUTCMonth() - 1)) months.push(isoMonth(at))
  return months
}

function isoMonth(at: Date): Month {
  return at.toISOString().slice(0, 7)
}
