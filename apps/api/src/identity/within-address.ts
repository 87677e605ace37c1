import { firstResult } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import type { LimitBy } from '#platform/rate-limits.ts'
import type { Caller } from './caller.ts'

type Bounds = readonly LimitBy<'address'>[]

/** What accounts at one address share, by what they do: accounts cost nothing, so a limit of each account bounds nobody who makes many. */
const bounds: Record<'book' | 'post' | 'advertise', { unproven: Bounds; recent: Bounds }> = {
  book: { unproven: ['bookUnprovenAnHour', 'bookUnprovenADay'], recent: ['bookRecentAnHour', 'bookRecentADay'] },
  post: { unproven: ['postUnprovenAnHour', 'postUnprovenADay'], recent: [] },
  advertise: { unproven: ['advertiseUnprovenADay'], recent: [] },
}

interface Shared<Result> {
  what: keyof typeof bounds
  work: () => Promise<Result>
}

/**
 * Does something within the limits that accounts without a proven email, or of the last week, share at their address. What fails
 * uses nothing up, and a call that is repeated under its key has been counted.
 * @throws DomainError TOO_MANY_REQUESTS, with the wait; what `work` throws
 */
export async function withinAddress<Result>(
  { rateLimits, database }: Pick<Platform, 'rateLimits' | 'database'>,
  caller: Caller,
  { what, work }: Shared<Result>,
): Promise<Result> {
  const { address, emailVerified, isRecent } = caller
  const { unproven, recent } = bounds[what]
  const limits = emailVerified ? (isRecent ? recent : []) : unproven
  if (limits.length === 0 || address === undefined) return work()
  const first = await firstResult<Result>(database, caller)
  return first ?? rateLimits.countSuccess({ limits, address }, work)
}
