import type { Caller } from '#identity/caller.ts'

/** The session that a proof counts for; null for a caller without one. */
export function sessionOf(_caller: Caller): string | null {
  return null
}
