import { DomainError } from '@second-ring/contracts/errors'
import { RATE_LIMITS, type RateLimit, rateRuleOf } from '@second-ring/contracts/rate-limits'
import { ConsecutiveBreaker, circuitBreaker, handleWhen, TimeoutStrategy, timeout, wrap } from 'cockatiel'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { NETWORK_TIMES, type Network, networksOf } from '#platform/network-of.ts'
import { createPlaces } from '#platform/places.ts'
import { type RateLimits, scaledMost } from '#platform/rate-limits.ts'
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

/** A count that lasts so many times its limit's own time was written by a process whose clock is ahead. */
const LONGEST_WAITS = 2
/** How many writes of one account are worked on at once, of ten connections to the database, and how many more wait. */
const WRITES = { most: 2, waiting: 30 } as const
/** How long a call waits for the store, and how long the store is then left alone, in milliseconds. */
const STORE_TIMEOUT_MS = 500
const STORE_REST_MS = 1000
/** What comes with every request is counted in the store in steps of so much of the limit. */
const FLOOD_STEP = 0.01

/** An account, or what has only the limits of one address. */
const alone = (name: string): Network => ({ name, times: 1 })

/**
 * Rate limits. Each call is counted in this process first, then in the store that all processes share. Rare calls wait
 * for the store, so their limit is exact. `flood` waits for nothing: it may be exceeded by a step in each process.
 */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { scale, store } = options
  const limiters = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([name, rule]) => {
      const limitersOf = (times: Network['times']): [Network['times'], Limiters] => {
        const keyPrefix = times === 1 ? name : `${name}-${times}`
        const limit = { keyPrefix, points: times * scaledMost(rule, scale), duration: rule.seconds }
        return [times, { local: new RateLimiterMemory(limit), shared: store?.(limit) ?? null }]
      }
      return [name, Object.fromEntries(NETWORK_TIMES.map(limitersOf))]
    }),
  ) as Record<RateLimit, Record<Network['times'], Limiters>>
  const writes = createPlaces({
    atOnce: scaledMost(WRITES, scale),
    waiting: scaledMost({ most: WRITES.waiting }, scale),
    message: 'Too much is asked for by your account at once. Try again in a moment.',
  })
  const storePolicy = createStorePolicy(options)

  /** Returns how many calls this process has counted. Rejects with a RateLimiterRes what is too often. */
  async function countHere(limit: RateLimit, { name, times }: Network, calls: number): Promise<number> {
    const { consumedPoints } = await limiters[limit][times].local.consume(name, calls)
    return consumedPoints
  }

  /** Rejects with a RateLimiterRes what is too often. */
  async function countTogether(limit: RateLimit, { name, times }: Network, calls: number): Promise<void> {
    const { local, shared } = limiters[limit][times]
    if (!shared) return
    try {
      await storePolicy.execute(() => shared.consume(name, calls))
    } catch (error) {
      // The policy has reported any other error, and the count of this process stands.
      if (!(error instanceof RateLimiterRes)) return
      if (error.msBeforeNext <= LONGEST_WAITS * local.duration * 1000) throw error
      await storePolicy.execute(() => shared.delete(name))
    }
  }

  /** The same; the next calls after one too many need not reach the store. */
  async function countAndBlock(limit: RateLimit, who: Network, calls: number): Promise<void> {
    try {
      await countTogether(limit, who, calls)
    } catch (error) {
      // A block of no length would last for ever.
      if (error instanceof RateLimiterRes) {
        await limiters[limit][who.times].local.block(who.name, Math.max(1, error.msBeforeNext) / 1000)
      }
      throw error
    }
  }

  async function countExactly(limit: RateLimit, who: Network, calls: number): Promise<void> {
    try {
      await countHere(limit, who, calls)
      await countAndBlock(limit, who, calls)
    } catch (error) {
      throw toDomainError(limit, error)
    }
  }

  /** Counts one call, here and in the store, without a block: it may be given back, by what is added to `undo`. */
  async function countOnce(limit: RateLimit, who: Network, undo: (() => Promise<unknown>)[]): Promise<void> {
    try {
      for (const count of [countHere, countTogether]) {
        undo.push(() => count(limit, who, -1).catch(() => undefined))
        await count(limit, who, 1)
      }
    } catch (error) {
      throw toDomainError(limit, error)
    }
  }

  async function countFlood(who: Network, calls: number): Promise<void> {
    const floodStep = Math.max(1, Math.round(limiters.flood[who.times].local.points * FLOOD_STEP))
    const counted = await countHere('flood', who, calls).catch(error => {
      throw toDomainError('flood', error)
    })
    const steps = Math.floor(counted / floodStep) - Math.floor((counted - calls) / floodStep)
    // An excess blocks the address here, so that its next calls are rejected.
    if (steps > 0) countAndBlock('flood', who, steps * floodStep).catch(() => undefined)
  }

  return {
    countAccount: (limit, userId) => countExactly(limit, alone(userId), 1),
    async countAddress(limit, address, calls = 1) {
      for (const who of networksOf(address)) {
        await (limit === 'flood' ? countFlood(who, calls) : countExactly(limit, who, calls))
      }
    },
    async inTurn(userId, write) {
      const leave = await writes.take(userId)
      try {
        return await write()
      } finally {
        leave()
      }
    },
    async countSuccess({ limits, address }, act) {
      const undo: (() => Promise<unknown>)[] = []
      try {
        for (const limit of limits) for (const who of networksOf(address)) await countOnce(limit, who, undo)
        return await act()
      } catch (error) {
        await Promise.all(undo.map(each => each()))
        throw error
      }
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

/** TOO_MANY_REQUESTS for a limiter's rejection, anything else as it is. */
function toDomainError(limit: RateLimit, reason: unknown): unknown {
  if (!(reason instanceof RateLimiterRes)) return reason
  const retryAfterS = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
  const { reached } = rateRuleOf(limit)
  const what = reached?.what ?? 'That was too often.'
  const remedy = reached?.remedy ? `, or ${reached.remedy}` : ''
  return new DomainError('TOO_MANY_REQUESTS', `${what} Try again in ${inWords(retryAfterS)}${remedy}.`, { retryAfterS })
}

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds < 120) return `${seconds} seconds`
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`
}
