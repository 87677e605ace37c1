import { ACCESS_TOKEN_TTL_S } from '@second-ring/contracts/limits'
import { STREAM_PING_MS, STREAMS_MAX } from '@second-ring/contracts/live/bounds'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { holdTable } from '#http/testing/hold-table.ts'
import { authenticate } from '#identity/authenticate.ts'
import { watchLive } from './live-events.ts'
import { liveUrl, watchingOf } from './testing/watching.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())
afterEach(() => void vi.useRealTimers())

const watching = watchingOf(() => market)
const bearerOf = (userId: string) => `Bearer ${market.tokenOf(userId)}`
const get = (query: string, headers: Record<string, string> = {}) => fetch(`${market.url}/live${query}`, { headers })

describe('a stream of events', () => {
  it.each([
    ['', {}, 400, 'INVALID_INPUT'],
    ['?listingIds=x', {}, 400, 'INVALID_INPUT'],
    ['?notices=1', {}, 400, 'INVALID_INPUT'],
    ['?notices=true&notices=true', {}, 400, 'INVALID_INPUT'],
    ['?notices=true', {}, 401, 'UNAUTHENTICATED'],
    ['?notices=true', { authorization: 'Bearer x' }, 401, 'UNAUTHENTICATED'],
  ])('that asks for %j with %j is rejected as %d %s', async (query, headers, status, code) => {
    const answer = await get(query, headers)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ message: expect.any(String), code })
  })

  it('that is one too many is rejected with the time after which another may be tried', async () => {
    const { id } = await market.user()
    const leaving = new AbortController()
    const open = () =>
      fetch(liveUrl(market.url, { notices: true }), {
        headers: { authorization: bearerOf(id) },
        signal: leaving.signal,
      })
    for (let index = 0; index < STREAMS_MAX.account; index += 1) expect((await open()).status).toBe(200)
    const answer = await open()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    leaving.abort()
  })

  it('is not counted for a client that left before it began', async () => {
    const { id } = await market.user()
    const [staying, leaving] = [new AbortController(), new AbortController()]
    const open = ({ signal }: AbortController) =>
      fetch(liveUrl(market.url, { notices: true }), { headers: { authorization: bearerOf(id) }, signal })
    for (let index = 1; index < STREAMS_MAX.account; index += 1) await open(staying)
    const held = await holdTable(market.database, 'users')
    const left = open(leaving).catch(() => 'left')
    await vi.waitFor(async () => expect(await held.waiting()).toBe(1))
    leaving.abort()
    expect(await left).toBe('left')
    await held.release()
    expect((await open(staying)).status).toBe(200)
    staying.abort()
  })

  it('is cached by nobody, and sent on by every proxy as it comes', async () => {
    const leaving = new AbortController()
    const { id } = await market.listing()
    const { headers } = await fetch(liveUrl(market.url, { listingIds: [id] }), { signal: leaving.signal })
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('x-accel-buffering')).toBe('no')
    leaving.abort()
  })

  it('has the moment of each event as its id, by which a client that comes back is sent all that it watches', async () => {
    const { id: userId } = await market.user()
    const watch = watching({ notices: true }, { userId })
    await watch.until({ unread: 0 })
    watch.stop()
    const [lastEventId = ''] = watch.ids
    expect(Math.abs(Date.now() - Number(lastEventId))).toBeLessThan(60_000)
    expect(watch.events).toEqual([{ unread: 0 }])
    const resumed = watching({ notices: true }, { userId, lastEventId })
    await resumed.until({ unread: 0 })
    // Of orders only changes are sent, and one may have been missed.
    expect(resumed.events).toEqual([{ orders: 'changed' }, { unread: 0 }])
    resumed.stop()
  })

  it('is no answer to HEAD', async () => {
    const { id } = await market.listing()
    expect((await fetch(liveUrl(market.url, { listingIds: [id] }), { method: 'HEAD' })).status).toBe(404)
  })
})

describe('what is watched', () => {
  const address = '192.0.2.1'
  const open = async (userId: string) => {
    const caller = await authenticate(market.platform, bearerOf(userId).split(' ')[1] ?? null)
    const input = { listingIds: [], notices: true }
    return watchLive(market.platform, caller, { input, address, isResumed: false })
  }

  it('is one event of all that has changed while nobody took any', async () => {
    const { id } = await market.listing({ resalePriceCents: 10_000 })
    const input = { listingIds: [id], notices: false }
    const { events, end } = watchLive(
      market.platform,
      { caller: null, ended: null },
      { input, address, isResumed: false },
    )
    const at = (resalePriceCents: number) => ({ listings: [{ id, state: 'AVAILABLE', resalePriceCents }] })
    expect(await events.next()).toEqual({ done: false, value: at(10_000) })
    for (const resalePriceCents of [11_000, 12_000, 13_000]) {
      await market.database.listing.update({ where: { id }, data: { resalePriceCents } })
      await market.platform.events.caughtUp()
    }
    expect(await events.next()).toEqual({ done: false, value: at(13_000) })
    const last = events.next()
    end()
    expect(await last).toEqual({ done: true, value: undefined })
  })

  it('sends a ping after a silence, and ends when the token expires', async () => {
    const { id } = await market.user()
    const { events } = await open(id)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    expect(await events.next()).toEqual({ done: false, value: { unread: 0 } })
    for (let passed = STREAM_PING_MS; passed < ACCESS_TOKEN_TTL_S * 1000; passed += STREAM_PING_MS) {
      const silent = events.next()
      await vi.advanceTimersByTimeAsync(STREAM_PING_MS)
      expect(await silent).toEqual({ done: false, value: null })
    }
    const last = events.next()
    await vi.advanceTimersByTimeAsync(STREAM_PING_MS)
    expect((await last).done).toBe(true)
  })
})
