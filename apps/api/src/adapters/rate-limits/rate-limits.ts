import { DomainError } from '@second-ring/contracts/errors'
import { RATE_LIMITS, type RateLimit } from '@second-ring/contracts/limits'
import { ConsecutiveBreaker, circuitBreaker, handleWhen, TimeoutStrategy, timeout, wrap } from 'cockatiel'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#platform/network-of.ts'
import type { RateLimits } from '#platform/rate-limits.ts'
import type { RateStore, SharedLimiter } from './rate-stores.ts'

interface RateLimitsOptions {
  /** Multiplies every limit. */
  scale: number
  /** Where all processes count together; without it this process counts alone. */
  store?: RateStore | undefined
  /** Called once when the store does not answer: each process counts alone until it does. */
  onAway?(error: unknown): void
  onBack?(): void
}

interface Limiters {
  local: RateLimiterMemory
  shared: SharedLimiter | null
}

const MINUTE_S = 60
/** A count that lasts longer was written by a process whose clock is ahead. */
const LONGEST_WAIT_MS = 2 * MINUTE_S * 1000
/** How long a call waits for the store, and how long the store is then left alone, in milliseconds. */
const STORE_TIMEOUT_MS = 500
const STORE_REST_MS = 1000
/** What comes with every request is counted in the store in steps of so much of the limit. */
const FLOOD_STEP = 0.01

/**
 * Rate limits. Each call is counted in this process first, then in the store that all processes share. Rare calls wait
 * for the store, so their limit is exact. `flood` waits for nothing: it may be exceeded by a step in each process.
 */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { scale, store } = options
  const limiters = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([name, { perMinute }]): [string, Limiters] => {
      const limit = { keyPrefix: name, points: Math.max(1, Math.round(perMinute * scale)), duration: MINUTE_S }
      return [name, { local: new RateLimiterMemory(limit), shared: store?.(limit) ?? null }]
    }),
  ) as Record<RateLimit, Limiters>
  const floodStep = Math.max(1, Math.round(limiters.flood.local.points * FLOOD_STEP))
  const storePolicy = createStorePolicy(options)

  /** Returns how many calls this process has counted in the minute. */
  async function countHere(limit: RateLimit, who: string, calls: number): Promise<number> {
    const { consumedPoints } = await limiters[limit].local.consume(who, calls).catch(throwRejection)
    return consumedPoints
  }

  async function countTogether(limit: RateLimit, who: string, calls: number): Promise<void> {
    const { local, shared } = limiters[limit]
    if (!shared) return
    try {
      await storePolicy.execute(() => shared.consume(who, calls))
    } catch (error) {
      // The policy has reported any other error, and the count of this process stands.
      if (!(error instanceof RateLimiterRes)) return
      if (error.msBeforeNext > LONGEST_WAIT_MS) return void (await storePolicy.execute(() => shared.delete(who)))
      // The next calls need not reach the store. A block of no length would last for ever.
      await local.block(who, Math.max(1, error.msBeforeNext) / 1000)
      throwRejection(error)
    }
  }

  async function countExactly(limit: RateLimit, who: string, calls: number): Promise<void> {
    await countHere(limit, who, calls)
    await countTogether(limit, who, calls)
  }

  async function countFlood(who: string, calls: number): Promise<void> {
    const counted = await countHere('flood', who, calls)
    const steps = Math.floor(counted / floodStep) - Math.floor((counted - calls) / floodStep)
    // An excess blocks the address here, so that its next calls are rejected.
    if (steps > 0) countTogether('flood', who, steps * floodStep).catch(() => undefined)
  }

  return {
    countAccount: (limit, userId) => countExactly(limit, userId, 1),
    countAddress(limit, address, calls = 1) {
      const who = networkOf(address)
      return limit === 'flood' ? countFlood(who, calls) : countExactly(limit, who, calls)
    },
  }
}

/** Gives the store up after a while, and leaves it alone for a while after a failure. */
function createStorePolicy({ onAway, onBack }: Pick<RateLimitsOptions, 'onAway' | 'onBack'>) {
  const isFailure = (error: unknown) => !(error instanceof RateLimiterRes)
  const breaker = circuitBreaker(handleWhen(isFailure), {
    breaker: new ConsecutiveBreaker(1),
    halfOpenAfter: STORE_REST_MS,
  })
  let isAway = false
  breaker.onBreak(reason => {
    if (!isAway) onAway?.('error' in reason ? reason.error : reason)
    isAway = true
  })
  breaker.onReset(() => {
    isAway = false
    onBack?.()
  })
  return wrap(breaker, timeout(STORE_TIMEOUT_MS, TimeoutStrategy.Aggressive))
}

/** @throws DomainError TOO_MANY_REQUESTS for a limiter's rejection, anything else as it is */
function throwRejection(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  const retryAfterS = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
  const wait = retryAfterS === 1 ? 'a second' : `${retryAfterS} seconds`
  throw new DomainError('TOO_MANY_REQUESTS', `That was too often. Try again in ${wait}.`, { retryAfterS })
}
