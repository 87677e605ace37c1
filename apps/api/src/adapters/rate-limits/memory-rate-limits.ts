import { DomainError } from '@second-ring/contracts/errors'
import { RATE_LIMITS, type RateLimit } from '@second-ring/contracts/limits'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#platform/network-of.ts'
import type { Counted, RateLimits } from '#platform/rate-limits.ts'

const MINUTE_S = 60

/** The counts of one process, each from the first call on for a minute. */
export interface MemoryCounts {
  /**
   * Counts calls.
   * @returns what that makes
   * @throws DomainError TOO_MANY_REQUESTS when it is too many
   */
  count(limit: RateLimit, who: string, calls: number): Promise<Counted>
  /** How long it still counts what came before; a whole minute when nothing did. */
  msLeft(limit: RateLimit, who: string): Promise<number>
  /**
   * Takes over what all processes have counted, when that is more.
   * @returns whether it is too many
   */
  raise(limit: RateLimit, who: string, all: Counted): Promise<boolean>
}

/** @param scale multiplies every limit */
export function createMemoryCounts({ scale }: { scale: number }): MemoryCounts {
  const limiters = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([name, { perMinute }]) => [
      name,
      new RateLimiterMemory({ keyPrefix: '', points: Math.max(1, Math.round(perMinute * scale)), duration: MINUTE_S }),
    ]),
  ) as Record<RateLimit, RateLimiterMemory>
  return {
    async count(limit, who, calls) {
      try {
        const { consumedPoints, msBeforeNext } = await limiters[limit].consume(who, calls)
        return { calls: consumedPoints, msLeft: msBeforeNext }
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? tooMany(refusal.msBeforeNext) : refusal
      }
    },
    async msLeft(limit, who) {
      const held = await limiters[limit].get(who)
      return Math.max(1, held?.msBeforeNext ?? MINUTE_S * 1000)
    },
    async raise(limit, who, { calls, msLeft }) {
      const limiter = limiters[limit]
      const held = await limiter.get(who)
      if (calls > (held?.consumedPoints ?? 0)) await limiter.set(who, calls, Math.max(1, msLeft) / 1000)
      return calls > limiter.points
    },
  }
}

/**
 * Rate limits counted in this process alone.
 * @param scale multiplies every limit
 */
export function createMemoryRateLimits({ scale }: { scale: number }): RateLimits {
  const counts = createMemoryCounts({ scale })
  return {
    async countAccount(limit, userId) {
      await counts.count(limit, userId, 1)
    },
    async countAddress(limit, address, calls = 1) {
      await counts.count(limit, networkOf(address), calls)
    },
  }
}

/** The refusal of whoever has to wait so many milliseconds. */
export function tooMany(msLeft: number): DomainError {
  const retryAfterS = Math.max(1, Math.ceil(msLeft / 1000))
  const wait = retryAfterS === 1 ? 'a second' : `${retryAfterS} seconds`
  return new DomainError('TOO_MANY_REQUESTS', `That was too often. Try again in ${wait}.`, { retryAfterS })
}
