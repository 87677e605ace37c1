import { poolOf } from '@second-ring/database/pool-of'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPostgresRateStore } from './postgres-rate-limits.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())
beforeEach(() => market.database.rateCount.deleteMany())

const MINUTE_MS = 60_000
const storeOf = () => createPostgresRateStore(poolOf(market.database))
const end = (key: string) =>
  market.database.$executeRaw`UPDATE rate_counts SET ends_at = now() - interval '1 ms' WHERE key = ${key}`

describe('rate limits added up in the database', () => {
  it('begin with the first call, for as long as that says, and go on within that time', async () => {
    const [one, other] = [storeOf(), storeOf()]
    expect((await one.add([{ key: 'book:ann', calls: 2, msLeft: 30_000 }])).get('book:ann')?.calls).toBe(2)
    const counted = (await other.add([{ key: 'book:ann', calls: 1, msLeft: MINUTE_MS }])).get('book:ann')
    expect(counted?.calls).toBe(3)
    expect(counted?.msLeft).toBeGreaterThan(20_000)
    expect(counted?.msLeft).toBeLessThanOrEqual(30_001)
  })

  it('begin anew when their time is over', async () => {
    const store = storeOf()
    await store.add([{ key: 'book:ann', calls: 30, msLeft: MINUTE_MS }])
    await end('book:ann')
    const counted = (await store.add([{ key: 'book:ann', calls: 1, msLeft: MINUTE_MS }])).get('book:ann')
    expect(counted?.calls).toBe(1)
    expect(counted?.msLeft).toBeGreaterThan(50_000)
  })

  it('lose nothing when many add to the same at once, in whatever order', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `flood:192.0.2.${index}`)
    const batch = (order: string[]) => storeOf().add(order.map(key => ({ key, calls: 1, msLeft: MINUTE_MS })))
    await Promise.all(Array.from({ length: 20 }, (_, index) => batch(index % 2 ? keys : keys.toReversed())))
    const counts = await market.database.rateCount.findMany({ select: { calls: true } })
    expect(counts.map(({ calls }) => Number(calls))).toEqual(keys.map(() => 20))
  })

  it('leave nothing behind of what is over', async () => {
    await storeOf().add([{ key: 'book:ann', calls: 1, msLeft: MINUTE_MS }])
    await end('book:ann')
    await storeOf().add([{ key: 'book:bob', calls: 1, msLeft: MINUTE_MS }])
    await vi.waitFor(async () => {
      expect(await market.database.rateCount.findMany({ select: { key: true } })).toEqual([{ key: 'book:bob' }])
    })
  })

  it('are written nowhere ahead', async () => {
    const kinds = await market.database
      .$queryRaw`SELECT relpersistence::text FROM pg_class WHERE relname = 'rate_counts'`
    expect(kinds).toEqual([{ relpersistence: 'u' }])
  })
})
