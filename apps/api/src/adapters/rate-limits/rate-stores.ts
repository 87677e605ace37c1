import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRedis, type RateLimiterStoreAbstract } from 'rate-limiter-flexible'
import type { RedisLink } from '../redis/redis-link.ts'

/** Counts one limit over all processes. It rejects with a RateLimiterRes what is too often. */
export type SharedLimiter = Pick<RateLimiterStoreAbstract, 'consume' | 'delete'>

interface Limit {
  /** The limit's name. */
  keyPrefix: string
  /** How many calls it allows. */
  points: number
  /** In how many seconds, from the first call on. */
  duration: number
}

/** Makes the limiter of one limit, in a store that all processes share. */
export type RateStore = (limit: Limit) => SharedLimiter

/** Counts in the table `rate_limits`, by the processes' clocks. Rows that ended an hour ago are deleted. */
export function createPostgresRateStore(pool: pg.Pool): RateStore {
  return limit =>
    new RateLimiterPostgres({
      ...limit,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // They share the table, so one of them clears it for all.
      clearExpiredByTimeout: limit.keyPrefix === 'flood',
    })
}

/**
 * Counts in Redis, which forgets by itself.
 * @param prefix before every key
 */
export function createRedisRateStore({ client }: Pick<RedisLink, 'client'>, prefix: string): RateStore {
  return limit =>
    new RateLimiterRedis({
      ...limit,
      keyPrefix: `${prefix}:${limit.keyPrefix}`,
      storeClient: client,
      useRedisPackage: true,
    })
}
