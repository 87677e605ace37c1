import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
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
    market = await createMarket({
      maxInFlight: MOST,
      corsOrigins: ['https://shop.example'],
      trustedProxies: ['127.0.0.1'],
    })
    held = await holdTable(market.database, 'categories')
  })
  afterEach(() => market.close())

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

  /** As many requests as it takes on, of an address each, all waiting. */
  async function fill(signal?: AbortSignal): Promise<Promise<Response>[]> {
    const requests = Array.from({ length: MOST }, (_, index) =>
      fetch(`${market.url}/categories`, { ...from(`198.51.100.${index}`), ...(signal && { signal }) }),
    )
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

  it('of one address waits for its own places, and then is turned away; other addresses are served', async () => {
    const share = Math.ceil(MOST / 2)
    const statuses: number[] = []
    const requests = Array.from({ length: share + MOST + 1 }, async () => {
      const { status, headers } = await fetch(`${market.url}/categories`, from('203.0.113.7'))
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      statuses.push(status)
    })
    await vi.waitFor(() => expect(statuses).toEqual([429]), PATIENCE)
    await vi.waitFor(async () => expect(await held.waiting()).toBe(share), PATIENCE)
    expect((await fetch(`${market.url}/config.json`, from('203.0.113.8'))).status).toBe(200)
    await held.release()
    await Promise.all(requests)
    expect(statuses).toEqual([429, ...Array<number>(share + MOST).fill(200)])
  })

  it('counts what it works on for whoever has left, until that has ended', async () => {
    const leaving = new AbortController()
    const left = (await fill(leaving.signal)).map(request => request.catch(() => 'left'))
    leaving.abort()
    expect(await Promise.all(left)).toEqual(left.map(() => 'left'))
    expect((await fetch(`${market.url}/config.json`)).status).toBe(503)
    await held.release()
    await vi.waitFor(async () => expect((await fetch(`${market.url}/config.json`)).status).toBe(200), PATIENCE)
  })

  it('does not count a request of which the body is still to come, and turns it away when it is too much then', async () => {
    const { hostname, port } = new URL(market.url)
    const body = JSON.stringify({ idToken: 'forged' })
    const [path, length] = ['/trpc/accounts.exchange', body.length]
    const sockets = Array.from({ length: 2 * MOST }, () => connect(Number(port), hostname))
    const answers = sockets.map(async socket => {
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`)
      socket.write(`Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body[0]}`)
      return text(socket)
    })
    await Promise.all(sockets.map(socket => once(socket, 'connect')))
    const requests = await fill()
    for (const socket of sockets) socket.write(body.slice(1))
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatch(/^HTTP\/1\.1 503 /)
      expect(answer).toMatch(/\r\nretry-after: [123]\r\n/)
    }
    await held.release()
    for (const response of await Promise.all(requests)) expect(response.status).toBe(200)
  })

  it('says to pages of listed sites what it says to others, and answers their preflights', async () => {
    const [origin, requests] = ['https://shop.example', await fill()]
    const busy = await fetch(`${market.url}/categories`, { headers: { origin } })
    expect([busy.status, busy.headers.get('access-control-allow-origin')]).toEqual([503, origin])
    expect(busy.headers.get('access-control-expose-headers')).toContain('retry-after')
    const other = await fetch(`${market.url}/categories`, { headers: { origin: 'https://evil.example' } })
    expect([other.status, other.headers.has('access-control-allow-origin')]).toEqual([503, false])
    const headers = { origin, 'access-control-request-method': 'POST' }
    const preflight = await fetch(`${market.url}/orders`, { method: 'OPTIONS', headers })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    await held.release()
    await Promise.all(requests)
  })

  it('is noted in the readiness report', async () => {
    const notes = async () => ((await (await fetch(`${market.url}/readyz`)).json()) as { notes?: object }).notes
    const requests = await fill()
    expect(await notes()).toBeUndefined()
    await fetch(`${market.url}/categories`)
    expect(await notes()).toEqual({ server: expect.stringContaining('too much to do') })
    await held.release()
    await Promise.all(requests)
  })

  it('does not count who only watches', async () => {
    await held.release()
    const { id } = await market.user()
    const headers = { authorization: `Bearer ${market.tokenOf(id)}` }
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
  /** Answers over a proxy, and turns away what it cannot do. */
  async function busyApp() {
    let shed = 0
    const admission = createAdmission({
      limits: { maxInFlight: 100, maxEventLoopDelayMs: 200 },
      stopping: new AbortController().signal,
      corsOrigins: [],
      trustedProxies: ['loopback'],
      onShed: () => (shed += 1),
    })
    const app = fastify({ serverFactory: serve => admission.createServer(serve) })
    onTestFinished(() => app.close())
    await admission.watch(app)
    app.get('/', async () => 'ok')
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const status = async (address = '192.0.2.1') =>
      (await fetch(url, { headers: { 'x-forwarded-for': address } })).status
    await vi.waitFor(async () => expect(await status()).toBe(200), PATIENCE)
    return { status, shed: () => shed }
  }

  /** Nothing else runs meanwhile: a whole sample of such pauses is late on the average. */
  const pause = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)

  it('turns everyone away until it can again', async () => {
    const { status, shed } = await busyApp()
    await vi.waitFor(async () => {
      pause()
      expect(await status()).toBe(503)
    }, PATIENCE)
    expect(shed()).toBeGreaterThan(0)
    await vi.waitFor(async () => expect(await status()).toBe(200), PATIENCE)
  })

  it('turns away who asks for most while it serves the others', async () => {
    const { status } = await busyApp()
    const visitors: number[] = []
    await vi.waitFor(async () => {
      pause()
      const flood = await Promise.all(Array.from({ length: 80 }, () => status('192.0.2.2')))
      visitors.push(await status('192.0.2.3'))
      expect(new Set(flood)).toEqual(new Set([503]))
    }, PATIENCE)
    expect(new Set(visitors)).toEqual(new Set([200]))
  })
})
