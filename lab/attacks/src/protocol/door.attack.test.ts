import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fillLists } from '@second-ring/api/http/rest/testing/fill-lists'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { poolOf } from '@second-ring/database/pool-of'
import { createMarket, type Market, type MarketOptions } from '@second-ring/testkit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { head, rawRequest } from '../wire/raw-request.ts'

/** As many requests as the server works on at once by default. */
const PLACES = 200

async function openMarket(options: MarketOptions = {}): Promise<Market> {
  const market = await createMarket({ webhooks: false, maxInFlight: PLACES, ...options })
  onTestFinished(() => market.close())
  return market
}

async function connections({ url }: Market, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname))
  for (const socket of sockets) socket.on('error', () => undefined)
  await Promise.all(sockets.map(socket => once(socket, 'connect')))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return sockets
}

/** What a visitor and a booking are answered, 20 times over. */
async function expectServed(market: Market): Promise<void> {
  const { send, rpc } = attackOn(market)
  const { id } = await market.user({ role: 'BUYER' })
  const as = `Bearer ${market.tokenOf(id)}`
  for (let n = 0; n < 10; n += 1) {
    expect((await send('GET', '/categories')).status).toBe(200)
    expect((await rpc('notices.readAll', undefined, { as })).status).toBe(200)
  }
}

describe('A131 215 connections of one address that dribble', () => {
  it.each(['/webhooks/card-payments', '/orders', '/trpc/orders.place', '/jwt', '/1/upload?key=demo'])(
    'A131 a body to %s take nobody’s place',
    async path => {
      const market = await openMarket({ takesPictures: true })
      const type = path.includes('upload') ? 'multipart/form-data; boundary=b' : 'application/json'
      const sockets = await connections(market, PLACES + 15)
      for (const socket of sockets)
        socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 900\r\n\r\n{`)
      await expectServed(market)
    },
  )

  it('A131 half a head, or nothing, take nobody’s place', async () => {
    const market = await openMarket()
    const sockets = await connections(market, PLACES + 15)
    for (const [n, socket] of sockets.entries()) if (n % 2) socket.write('GET /categories HTTP/1.1\r\nHost: ')
    await expectServed(market)
  })
})

it.each([8, 20])('A132 250 readers that take nothing of their %d answers take nobody’s place', async answers => {
  const market = await openMarket()
  const { id: categoryId } = await market.category()
  await market.listing({ categoryId, description: 'x'.repeat(5000) })
  const sockets = await connections(market, 250)
  for (const socket of sockets)
    socket.pause().write(`GET /categories/${categoryId} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(answers))
  await expectServed(market)
})

it('A133 500 requests in one connection that is reset at once, 20 times over, leave no place taken', async () => {
  const market = await openMarket()
  for (let n = 0; n < 20; n += 1) {
    const [socket] = await connections(market, 1)
    await new Promise<void>(resolve => {
      socket?.write('GET /categories HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500), () => resolve())
    })
    socket?.resetAndDestroy()
  }
  await vi.waitFor(() => expectServed(market), { timeout: 20_000 })
})

it('A134 connections that are reset before they are looked at are no error of the server', async () => {
  const market = await openMarket()
  const api = await market.startProcess()
  onTestFinished(() => api.kill())
  for (let n = 0; n < 300; n += 1) {
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write('POST /users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}')
    socket.resetAndDestroy()
  }
  await api.stop()
  expect(api.log.filter(({ level }) => level >= 50)).toEqual([])
})

it('A217 as many requests of one address as the server works on: visitors of other addresses are served', async () => {
  const market = await openMarket({ trustedProxies: ['127.0.0.1'] })
  const { send } = attackOn(market)
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const statuses: number[] = []
  const { requests: sent } = await market.database.$transaction(
    async tx => {
      await tx.$executeRaw`LOCK TABLE categories IN ACCESS EXCLUSIVE MODE`
      const requests = Array.from({ length: PLACES / 2 + PLACES + 1 }, async () => {
        statuses.push((await send('GET', '/categories', from('203.0.113.7'))).status)
      })
      await vi.waitFor(() => expect(statuses).toEqual([429]), { timeout: 30_000 })
      for (let n = 0; n < 20; n += 1) expect((await send('GET', '/config.json', from('203.0.113.8'))).status).toBe(200)
      return { requests }
    },
    { timeout: 60_000 },
  )
  await Promise.all(sent)
  expect(statuses).toEqual([429, ...Array<number>(PLACES / 2 + PLACES).fill(200)])
})

it('A243 whole lists of 9,000 posts again and again: two of an address at once, the rest waits or gets 429', async () => {
  const market = await openMarket({ trustedProxies: ['127.0.0.1'] })
  const { send } = attackOn(market)
  const { id: categoryId } = await market.category()
  const { id: sellerId } = await market.user({ role: 'SELLER' })
  const { id: buyerId } = await market.user({ role: 'BUYER' })
  await fillLists(market, { categoryId, sellerId, buyerId }, 9000)
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const lists = Array.from({ length: 12 }, () => send('GET', `/categories/${categoryId}`, from('203.0.113.7')))
  const visits = Array.from({ length: 10 }, async () => (await send('GET', '/categories', from('203.0.113.8'))).status)
  expect(await Promise.all(visits)).toEqual(Array(10).fill(200))
  const answers = await Promise.all(lists)
  const whole = answers.filter(({ status }) => status === 200)
  expect(whole.length).toBeGreaterThanOrEqual(8)
  for (const { body } of whole) expect(body).toHaveLength(9000)
  const late = answers.filter(({ status }) => status !== 200)
  expect(late.length).toBeGreaterThan(0)
  for (const { status, headers } of late) expect([status, headers.get('retry-after')]).toEqual([429, '2'])
}, 120_000)

describe('A149 connections of one address', () => {
  const GET = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  const openOf = (sockets: Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length

  async function answered(market: Market, count: number): Promise<Socket[]> {
    const sockets = await connections(market, count)
    await Promise.all(
      sockets.map(socket => {
        socket.write(GET)
        return once(socket, 'data')
      }),
    )
    return sockets
  }

  it('A149 that rest after an answer are 200 at most', async () => {
    const market = await openMarket()
    const sockets = await answered(market, 260)
    await expect.poll(() => openOf(sockets), { timeout: 20_000 }).toBeLessThanOrEqual(200)
    await expectServed(market)
  })

  it('A149 that send half a body after a whole request are 50 at most', async () => {
    const market = await openMarket()
    const sockets = await answered(market, 120)
    for (const socket of sockets)
      socket.write('POST /orders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{')
    await expect.poll(() => openOf(sockets), { timeout: 20_000 }).toBeLessThanOrEqual(50)
    await expectServed(market)
  })

  it('A149 that say nothing are 50 at most, also when 1,200 come and no other does', async () => {
    const market = await openMarket()
    // Not more at once than the system holds for a server that is busy: of those beyond it the server never hears.
    const sockets: Socket[] = []
    for (let part = 0; part < 4; part += 1) sockets.push(...(await connections(market, 300)))
    for (const socket of sockets) socket.resume()
    await expect.poll(() => openOf(sockets), { timeout: 20_000 }).toBeLessThanOrEqual(50)
    await expectServed(market)
  })
})

it('A150 500 requests in one connection, whose answers nobody takes: it ends, and no more than eight are worked on', async () => {
  const market = await openMarket()
  const sent = vi.spyOn(poolOf(market.platform.database), 'query')
  const sockets = await connections(market, 20)
  for (const socket of sockets) socket.write('GET /categories HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500))
  for (const socket of sockets) socket.resume()
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed), { timeout: 8000 }).toBe(true)
  const reads = sent.mock.calls.filter(([text]) => String(text).includes('from "categories"'))
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.length).toBeLessThanOrEqual(20 * 8)
  sent.mockRestore()
  await expectServed(market)
})

it('A151 a batch that is asked for piece by piece is answered as a whole, within the bounds of all calls', async () => {
  const market = await openMarket()
  const { send } = attackOn(market)
  const path = '/trpc/catalog.categories,catalog.categories?batch=1'
  for (const headers of [{ 'trpc-accept': 'application/jsonl' }, { accept: 'application/jsonl, */*' }]) {
    const answer = await send('GET', path, { headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(answer.body).toEqual([{ result: { data: [] } }, { result: { data: [] } }])
  }
})

describe('A135 the flood limit', () => {
  const SCALE = 0.02
  const MOST = RATE_LIMITS.flood.most * SCALE
  const CALLS = 10
  const calls = (separator: string) => Array.from({ length: CALLS }, () => 'catalog.categories').join(separator)
  it.each([
    ['an encoded letter', `/%74rpc/${calls(',')}?batch=1`],
    ['encoded commas', `/trpc/${calls('%2C')}?batch=1`],
    ['a whole address', `http://localhost/trpc/${calls(',')}?batch=1`],
    ['a whole address of another site', `https://shop.example/trpc/${calls(',')}?batch=1`],
  ])('A135 counts each call of a batch that is asked for by %s', async (_, address) => {
    const market = await openMarket({ rateLimitScale: SCALE })
    const statuses: (number | undefined)[] = []
    for (let n = 0; n < MOST / CALLS + 1; n += 1) {
      statuses.push((await rawRequest(market.url, head(`GET ${address}`)))?.status)
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  })

  it('A135 counts what comes to the path of the payment provider’s events', async () => {
    const market = await openMarket({ rateLimitScale: SCALE })
    const { send } = attackOn(market)
    const statuses: number[] = []
    for (let n = 0; n < MOST + 1; n += 1)
      statuses.push((await send('POST', '/webhooks/card-payments', { body: {} })).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429])
  })

  it('A135 is told to the page of a listed site', async () => {
    const origin = 'https://shop.example'
    const market = await openMarket({ rateLimitScale: SCALE, corsOrigins: [origin] })
    const { send } = attackOn(market)
    for (let n = 0; n < MOST; n += 1) await send('GET', '/categories')
    const { status, headers } = await send('GET', '/categories', { headers: { origin } })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([429, origin])
    expect(headers.get('access-control-expose-headers')).toContain('retry-after')
  })
})
