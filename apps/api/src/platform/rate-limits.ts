import type { RATE_LIMITS, RateLimit } from '@second-ring/contracts/limits'

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
}

/** Lets everything through, for tests that ask a great deal at once. */
export const noRateLimits: RateLimits = {
  countAccount: async () => {},
  countAddress: async () => {},
}
