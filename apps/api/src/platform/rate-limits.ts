import type { RATE_LIMITS, RateLimit } from '@second-ring/contracts/rate-limits'

/** The limits that are counted for one kind of caller. */
export type LimitBy<By extends 'address' | 'account'> = {
  [Name in RateLimit]: (typeof RATE_LIMITS)[Name]['by'] extends By ? Name : never
}[RateLimit]

/** How often someone may do something. */
export interface RateLimits {
  /**
   * Counts what an account does.
   * @throws DomainError TOO_MANY_REQUESTS, with the wait, when it is one too many
   */
  countAccount(limit: LimitBy<'account'>, userId: string): Promise<void>
  /**
   * Counts what comes from an address.
   * @param calls how many at once; 1 by default
   * @throws DomainError TOO_MANY_REQUESTS, with the wait, when it is one too many
   */
  countAddress(limit: LimitBy<'address'>, address: string, calls?: number): Promise<void>
  /**
   * Does something that counts against limits of an address; what fails uses nothing up.
   * @throws DomainError TOO_MANY_REQUESTS, with the wait, before it is done; what `act` throws
   */
  countSuccess<Result>(
    counted: { limits: readonly LimitBy<'address'>[]; address: string },
    act: () => Promise<Result>,
  ): Promise<Result>
  /**
   * Does a write of an account in its turn: few of one account are worked on at once, for those that wait for each other's rows
   * hold connections to the database.
   * @throws DomainError TOO_MANY_REQUESTS when too many of it wait; what `write` throws
   */
  inTurn<Result>(userId: string, write: () => Promise<Result>): Promise<Result>
}

/** How often a minute a server allows it whose limits are multiplied by a scale. */
export function scaledMost({ most }: { most: number }, scale: number): number {
  return Math.max(1, Math.round(most * scale))
}

/** Lets everything through, for tests that ask a great deal at once. */
export const noRateLimits: RateLimits = {
  countAccount: async () => {},
  countAddress: async () => {},
  countSuccess: (_counted, act) => act(),
  inTurn: (_userId, write) => write(),
}
