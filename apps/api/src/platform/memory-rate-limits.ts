import { isIPv6 } from 'node:net'
import { DomainError } from '@second-ring/contracts/errors'
import { RATE_LIMITS, type RateLimit } from '@second-ring/contracts/limits'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimits } from './rate-limits.ts'

const MINUTE_S = 60

/**
 * Rate limits counted in this process, each from the first call on for a minute.
 * @param scale multiplies every limit; with N processes an even balancer makes each count an Nth
 */
export function createMemoryRateLimits({ scale }: { scale: number }): RateLimits {
  const limiters = new Map(
    Object.entries(RATE_LIMITS).map(([name, { perMinute }]) => [
      name,
      new RateLimiterMemory({ keyPrefix: '', points: Math.max(1, Math.round(perMinute * scale)), duration: MINUTE_S }),
    ]),
  )

  async function count(limit: RateLimit, who: string, calls: number): Promise<void> {
    try {
      await limiters.get(limit)?.consume(who, calls)
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal
    }
  }

  return {
    countAccount: (limit, userId) => count(limit, userId, 1),
    countAddress: (limit, address, calls = 1) => count(limit, networkOf(address), calls),
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): DomainError {
  const retryAfterS = Math.max(1, Math.ceil(msBeforeNext / 1000))
  const wait = retryAfterS === 1 ? 'a second' : `${retryAfterS} seconds`
  return new DomainError('TOO_MANY_REQUESTS', `That was too often. Try again in ${wait}.`, { retryAfterS })
}

/**
 * What counts as one address: IPv4 as it is, also when it is written as IPv6; of IPv6 the first 64 bits, for one customer
 * has all the rest of it.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped) return mapped
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  const all = [...groups, ...zeros, ...rest]
  return all
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
