import type { Came, RateStore } from '#platform/rate-limits.ts'
import type { RedisLink } from '../redis/redis-link.ts'

const ADD = `
  local counted = {}
  for i, key in ipairs(KEYS) do
    counted[2 * i - 1] = redis.call('INCRBY', key, ARGV[2 * i - 1])
    local left = redis.call('PTTL', key)
    if left < 0 then
      left = tonumber(ARGV[2 * i])
      redis.call('PEXPIRE', key, left)
    end
    counted[2 * i] = left
  end
  return counted`

/**
 * Counts over all processes in Redis, which forgets by itself.
 * @param prefix before every key
 */
export function createRedisRateStore(redis: RedisLink, prefix: string): RateStore {
  return {
    async add(came) {
      const counted = await redis.evaluate(ADD, {
        keys: came.map(({ key }) => `${prefix}:${key}`),
        arguments: came.flatMap(({ calls, msLeft }: Came) => [`${calls}`, `${Math.ceil(msLeft)}`]),
      })
      return new Map(
        came.map(({ key }, index) => [key, { calls: at(counted, 2 * index), msLeft: at(counted, 2 * index + 1) }]),
      )
    },
  }
}

function at(counted: readonly unknown[], index: number): number {
  const value = counted[index]
  if (typeof value !== 'number') throw new Error('Redis does not count')
  return value
}
