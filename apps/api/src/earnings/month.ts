import type { Month } from '@second-ring/contracts/earnings/earnings'

/** The month of a moment, in UTC. */
export function monthOf(at: Date): Month {
  return at.toISOString().slice(0, 7)
}

/** When a month begins, and when the next one does. */
export function boundsOf(month: Month): { from: Date; until: Date } {
  const from = new Date(`${month}-01T00:00:00.000Z`)
  return { from, until: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) }
}
