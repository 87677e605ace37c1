import type { EventRecord } from '../state/records.ts'

/** For how long events can be asked for, in seconds. Source: Stripe's API reference. */
const REACH_S = 30 * 24 * 60 * 60

export function isRetained(event: EventRecord, now: number): boolean {
  return now - event.created <= REACH_S
}
