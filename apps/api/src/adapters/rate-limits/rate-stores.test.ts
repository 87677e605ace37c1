import { poolOf } from '@second-ring/database/pool-of'
import { createMarket, type Market } from '@second-ring/testkit'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPostgresRateStore } from './rate-stores.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())
beforeEach(() => market.database.rateLimit.deleteMany())
afterEach(() => vi.useRealTimers())

const MINUTE_MS = 60_000
const limiter = (points = 30, keyPrefix = 'book') =>
  createPostgresRateStore(poolOf(market.database))({ keyPrefix, points, duration: 60 })
const endOf = (key: string, expire: number) => market.database.rateLimit.update({ where: { key }, data: { expire } })

describe('rate limits in the database', () => {
  it('begin with the first call, go on within its minute, and reject what is too much', async () => {
    const [one, other] = [limiter(), limiter()]
    expect((await one.consume('ann', 29)).consumedPoints).toBe(29)
    await endOf('book:ann', Date.now() + 30_000)
    const { consumedPoints, msBeforeNext } = await other.consume('ann')
    expect(consumedPoints).toBe(30)
    expect(msBeforeNext).toBeGreaterThan(20_000)
    expect(msBeforeNext).toBeLessThanOrEqual(30_000)
    await expect(one.consume('ann')).rejects.toBeInstanceOf(RateLimiterRes)
    await one.consume('bob')
  })

  it('begin again when their minute is over', async () => {
    await limiter().consume('ann', 30)
    await endOf('book:ann', Date.now() - 1)
    const { consumedPoints, msBeforeNext } = await limiter().consume('ann')
    expect(consumedPoints).toBe(1)
    expect(msBeforeNext).toBeGreaterThan(50_000)
  })

  it('lose nothing when many count at once', async () => {
    const limiters = Array.from({ length: 20 }, () => limiter(1000))
    await Promise.all(limiters.flatMap(each => ['ann', 'bob', 'ann', 'cy'].map(who => each.consume(who))))
    const counts = await market.database.rateLimit.findMany({
      select: { key: true, points: true },
      orderBy: { key: 'asc' },
    })
    expect(counts).toEqual([
      { key: 'book:ann', points: 40 },
      { key: 'book:bob', points: 20 },
      { key: 'book:cy', points: 20 },
    ])
  })

  it('delete rows that ended an hour ago', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await limiter(30, 'flood').consume('192.0.2.1')
    await limiter().consume('ann')
    await limiter().consume('bob')
    await endOf('book:ann', Date.now() - 61 * MINUTE_MS)
    vi.advanceTimersByTime(5 * MINUTE_MS)
    await expect
      .poll(() => market.database.rateLimit.findMany({ select: { key: true }, orderBy: { key: 'asc' } }))
      .toEqual([{ key: 'book:bob' }, { key: 'flood:192.0.2.1' }])
  })

  it('are not written ahead', async () => {
    const kinds = await market.database
      .$queryRaw`SELECT relpersistence::text FROM pg_class WHERE relname = 'rate_limits'`
    expect(kinds).toEqual([{ relpersistence: 'u' }])
  })
})
