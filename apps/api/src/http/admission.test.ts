import { createMarket, type Market } from '@second-ring/testkit'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAdmission } from './admission.ts'
import { type HeldTable, holdTable } from './testing/hold-table.ts'

const MOST = 3
const PATIENCE = { timeout: 10_000, interval: 20 }

describe('more work than the server takes on', () => {
  let market: Market
  let held: HeldTable
  beforeEach(async () => {
    market = await createMarket({ maxInFlight: MOST })
    held = await holdTable(market.database, 'categories')
  })
  afterEach(() => market.close())

  /** As many requests as it takes on, all waiting. */
  async function fill(signal?: AbortSignal): Promise<Promise<Response>[]> {
    const requests = Array.from({ length: MOST }, () => fetch(`${market.url}/categories`, signal ? { signal } : {}))
    await vi.waitFor(async () => expect(await held.waiting()).toBe(MOST), PATIENCE)
    return requests
  }

  it('is turned away at once on both faces, and told when to come again; what was let in is answered', async () => {
    const accepted = await fill()
    const rest = await fetch(`${market.url}/categories`)
    expect(rest.status).toBe(503)
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await rest.json()).toEqual({
      message: 'The server is very busy. Try again in a moment.',
      code: 'UNAVAILABLE',
    })
    const rpc = await fetch(`${market.url}/trpc/catalog.categories`)
    expect(rpc.status).toBe(503)
    expect(Number(rpc.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const data = { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, domainCode: 'UNAVAILABLE' }
    expect(await rpc.json()).toMatchObject({ error: { message: expect.stringContaining('busy'), data } })
    for (const path of ['/healthz', '/readyz']) expect((await fetch(market.url + path)).status, path).toBe(200)
    await held.release()
    for (const response of await Promise.all(accepted)) expect(response.status).toBe(200)
    expect((await fetch(`${market.url}/categories`)).status).toBe(200)
  })

  it('does not count whoever has left', async () => {
    const leaving = new AbortController()
    const left = (await fill(leaving.signal)).map(request => request.catch(() => 'left'))
    expect((await fetch(`${market.url}/config.json`)).status).toBe(503)
    leaving.abort()
    expect(await Promise.all(left)).toEqual(left.map(() => 'left'))
    await vi.waitFor(async () => expect((await fetch(`${market.url}/config.json`)).status).toBe(200), PATIENCE)
    await held.release()
  })

  it('does not count who only watches', async () => {
    await held.release()
    const { id } = await market.user()
    const headers = { authorization: `Bearer ${market.platform.accessTokens.issue(id).accessToken}` }
    const leaving = new AbortController()
    for (let index = 0; index <= MOST; index += 1) {
      const live = await fetch(`${market.url}/live?notices=true`, {
        headers,
        signal: leaving.signal,
      })
      expect(live.status).toBe(200)
    }
    expect((await fetch(`${market.url}/categories`)).status).toBe(200)
    leaving.abort()
  })
})

describe('a server that cannot keep up', () => {
  it('turns everyone away until it can again', async () => {
    let shed = 0
    const admission = createAdmission({
      limits: { maxInFlight: 100, maxEventLoopDelayMs: 200 },
      stopping: new AbortController().signal,
      onShed: () => (shed += 1),
    })
    const app = fastify({ serverFactory: serve => admission.createServer(serve) })
    onTestFinished(() => app.close())
    await admission.watch(app)
    app.get('/', async () => 'ok')
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const status = async () => (await fetch(url)).status
    await vi.waitFor(async () => expect(await status()).toBe(200), PATIENCE)
    await vi.waitFor(async () => {
      // Nothing else runs meanwhile: a whole sample of such pauses is late on the average.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
      expect(await status()).toBe(503)
    }, PATIENCE)
    expect(shed).toBeGreaterThan(0)
    await vi.waitFor(async () => expect(await status()).toBe(200), PATIENCE)
  })
})
