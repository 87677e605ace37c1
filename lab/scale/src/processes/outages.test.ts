import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listenTo } from './listen-to.ts'
import { type OwnRedis, startRedis } from './start-redis.ts'
import { countListeners, startTwin, startTwo, type Twin } from './two-processes.ts'

const SCALE = 0.2
const mostBookings = RATE_LIMITS.book.most * SCALE
const PATIENCE = { timeout: 10_000, interval: 20 }
/** How old an answer may be, in milliseconds, and how long the machine may take over and above. */
const FRESH_MS = 1000
const SLACK_MS = 500

let market: Market
let redis: OwnRedis
let twins: [Twin, Twin]
const running: ApiProcess[] = []
beforeEach(async () => {
  ;[market, redis] = await Promise.all([createMarket(), startRedis()])
  twins = await startTwo(market, env())
  running.push(...twins.map(({ api }) => api))
  await allListen()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map(api => api.stop()))
  await market.close()
  await redis.remove()
})

const env = () => ({ REDIS_URL: redis.url, RATE_LIMIT_SCALE: `${SCALE}` })
// The market itself has a connection too.
const allListen = () => vi.waitFor(async () => expect(await countListeners(market)).toBe(running.length + 1), PATIENCE)
const cutOffListeners = () => market.database.$queryRaw`
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'second-ring-events' AND datname = current_database()`
const readiness = async ({ api }: Twin) => (await fetch(`${api.url}/readyz`)).json()
const millisecondsOf = async (work: Promise<unknown>) => {
  const begunAt = performance.now()
  await work
  return performance.now() - begunAt
}

/** Changes a price at one and reads it at both: at once where it was changed, and nowhere later than is promised. */
async function expectFreshReads(one: Twin, other: Twin): Promise<void> {
  const { id: sellerId } = await market.user({ role: 'SELLER' })
  const { id } = await market.listing({ sellerId, resalePriceCents: 10_000 })
  for (let cents = 10_001; cents <= 10_003; cents += 1) {
    await Promise.all([one.calls.read(id), other.calls.read(id)])
    await one.calls.setPrice(sellerId, id, cents)
    expect((await one.calls.read(id)).resalePriceCents).toBe(cents)
    const isThere = async () => expect((await other.calls.read(id)).resalePriceCents).toBe(cents)
    expect(await millisecondsOf(vi.waitFor(isThere, PATIENCE))).toBeLessThan(FRESH_MS + SLACK_MS)
  }
}

it('the connections that listen are cut off, then a process is killed: reads stay fresh, and the others hear what happens', async () => {
  const [one, other] = twins
  await cutOffListeners()
  await expectFreshReads(one, other)
  await allListen()
  await expectFreshReads(other, one)

  const [buyer, listing] = [await market.user(), await market.listing()]
  const tab = await listenTo(other.api.url, [listing.id])
  await tab.until('"state":"AVAILABLE"')
  await one.api.kill()
  running.shift()
  await expectFreshReads(other, other)
  expect((await other.calls.book(buyer.id, listing.id)).status).toBe(200)
  expect((await other.calls.read(listing.id)).state).toBe('RESERVED')
  await tab.until('"state":"RESERVED"')
  await allListen()
  await tab.stop()
})

it('Redis is killed and comes back: calls and limits go on, and events do not need it', async () => {
  const [one, other] = twins
  const listing = await market.listing()
  const tab = await listenTo(other.api.url, [listing.id])
  await tab.until('"state":"AVAILABLE"')
  expect(await readiness(one)).toEqual({ status: 'ready' })

  const logged = () => one.api.log.map(({ msg }) => msg)
  const before = logged().length
  await redis.kill()
  await expectFreshReads(one, other)
  await expectFreshReads(other, one)
  expect((await one.calls.book((await market.user()).id, listing.id)).status).toBe(200)
  await tab.until('"state":"RESERVED"')
  const { id } = await market.user()
  const statuses: number[] = []
  for (let call = 0; call < mostBookings + 1; call += 1) statuses.push((await one.calls.book(id, listing.id)).status)
  expect(statuses).toEqual([...Array(mostBookings).fill(409), 429])
  expect(await readiness(one)).toEqual({
    status: 'ready',
    notes: { redis: expect.stringContaining('does not answer') },
  })
  const since = logged().slice(before)
  expect(since.filter(msg => msg === 'Redis is away')).toHaveLength(1)
  expect(since.filter(msg => msg === 'rate limits are counted in this process alone')).toHaveLength(1)

  const late = await startTwin(market, env())
  running.push(late.api)
  await expectFreshReads(late, one)

  await redis.start()
  await vi.waitFor(async () => expect(await readiness(other)).toEqual({ status: 'ready' }), PATIENCE)
  await allListen()
  await expectFreshReads(one, late)
  await expectFreshReads(late, other)
  await vi.waitFor(async () => {
    const { id: another } = await market.user()
    const bookings: number[] = []
    for (let call = 0; call < mostBookings + 1; call += 1) {
      bookings.push((await twins[call % 2 ? 1 : 0].calls.book(another, listing.id)).status)
    }
    expect(bookings).toEqual([...Array(mostBookings).fill(409), 429])
  }, PATIENCE)
  await tab.stop()
})
