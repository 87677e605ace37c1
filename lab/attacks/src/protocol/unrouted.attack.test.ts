import { once } from 'node:events'
import { connect } from 'node:net'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { head, rawRequest } from '../wire/raw-request.ts'

const SCALE = 0.002
const MOST = RATE_LIMITS.flood.most * SCALE
const SITE = 'https://shop.example'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false, rateLimitScale: SCALE, corsOrigins: [SITE] })
})
afterAll(() => market.close())

let addresses = 0
/** An address of this machine from which nothing has come. */
function freshAddress(): string {
  addresses += 1
  return `127.0.3.${addresses}`
}

/** What each of so many equal requests of one address is answered, with the wait that it is told. */
async function answersTo(bytes: string | Buffer, from = freshAddress()) {
  const answers: { status: number | undefined; wait: number }[] = []
  for (let n = 0; n < MOST + 2; n += 1) {
    const answer = await rawRequest(market.url, bytes, { from })
    answers.push({ status: answer?.status, wait: Number(answer?.headers.get('retry-after')) })
  }
  return answers
}

const LONG = 'x'.repeat(3000)
const close = 'Connection: close'

/** Requests that no route gets, and what they are answered until there are too many. */
const unrouted: [what: string, status: number, bytes: string | Buffer][] = [
  ['a percent sign that encodes nothing', 400, head('GET /%')],
  ['one in the path of a procedure', 400, head('GET /trpc/%zz')],
  ['bytes that are no text', 400, head('POST /orders/%ff%fe')],
  ['half a letter, in the path of health checks', 400, head('GET /healthz%E0%A4%A')],
  ['a parameter that is too long', 400, head(`GET /categories/${LONG}`)],
  ['names of procedures that are too long', 400, head(`GET /trpc/${LONG}`)],
  ['a whole address without a host', 400, head('GET http://')],
  ['a whole address of another scheme', 404, head('GET ftp://localhost/categories')],
  ['a whole address that cannot be decoded', 400, head('GET http://localhost/%')],
  ['a path that begins with nothing', 400, head('GET categories')],
  ['a zero byte', 400, head('GET /categories?x=%00')],
  ['two hosts', 400, head('GET /categories', 'Host: other.example')],
  ['a host that is none', 400, `GET /categories HTTP/1.1\r\nHost: a b\r\n${close}\r\n\r\n`],
  ['no host', 400, `GET /categories HTTP/1.1\r\n${close}\r\n\r\n`],
  ['two tokens', 400, head('GET /categories', 'Authorization: Bearer a', 'Authorization: Bearer b')],
  ['what the server is to expect', 200, head('GET /categories', 'Expect: it')],
  ['a tunnel', 405, head('CONNECT shop.example:443')],
  ['a preflight without an origin', 404, head('OPTIONS /orders')],
  ['a preflight that asks for nothing', 404, head('OPTIONS /orders', `Origin: ${SITE}`)],
  ['the options of the whole server', 404, head('OPTIONS *')],
  ['a method that there is not', 400, head('FETCH /categories')],
  ['a method that no route has', 404, head('PROPFIND /categories')],
  ['a version that there is not', 400, `GET / HTTP/9.1\r\nHost: x\r\n${close}\r\n\r\n`],
  ['a connection of HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a connection of TLS', 400, Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, 0, 1, 2, 3])],
  ['words', 400, 'Good morning\r\n\r\n'],
  ['headers that are too long', 431, head('GET /', `X-Long: ${LONG.repeat(10)}`)],
  ['a header that is none', 400, head('GET /', 'Good morning')],
  ['a length beside chunks', 400, head('POST /orders', 'Content-Length: 1', 'Transfer-Encoding: chunked')],
  ['a length that is none', 400, head('POST /orders', 'Content-Length: many')],
]

describe('A319 what is turned away before any route is asked', () => {
  it.each(unrouted)('A319 counts for its address: %s', async (_, status, bytes) => {
    const answers = await answersTo(bytes)
    expect(answers.map(answer => answer.status)).toEqual([...Array(MOST).fill(status), 429, 429])
    for (const { wait } of answers.slice(MOST)) {
      expect(wait).toBeGreaterThanOrEqual(1)
      expect(wait).toBeLessThanOrEqual(60)
    }
  })

  it('A319 shares the limit with all else that comes from there, and with nobody else', async () => {
    const from = freshAddress()
    await answersTo(head('GET /%'), from)
    const ask = (address: string) => rawRequest(market.url, head('GET /categories'), { from: address })
    expect((await ask(from))?.status).toBe(429)
    expect((await ask(freshAddress()))?.status).toBe(200)
  })

  it('A319 counts each of those that come at once in one connection', async () => {
    const open = 'GET /% HTTP/1.1\r\nHost: x\r\n\r\n'
    const answer = await rawRequest(market.url, open.repeat(MOST + 1) + head('GET /%'), { from: freshAddress() })
    expect([answer?.status, answer?.text.match(/HTTP\/1.1 \d+/g)]).toEqual([
      400,
      [...Array(MOST - 1).fill('HTTP/1.1 400'), 'HTTP/1.1 429', 'HTTP/1.1 429'],
    ])
  })

  it('A319 counts heads that never come as a whole', async () => {
    const impatient = await createMarket({ webhooks: false, rateLimitScale: SCALE, requestTimeoutMs: 300 })
    onTestFinished(() => impatient.close())
    const halves = Array.from({ length: MOST + 2 }, () => rawRequest(impatient.url, 'GET / HTTP/1.1\r\nHost: '))
    const statuses = (await Promise.all(halves)).map(answer => answer?.status)
    expect(statuses.toSorted()).toEqual([...Array(MOST).fill(408), 429, 429])
  })

  it('A319 ends no process when its connection is reset at once, a tunnel’s too', async () => {
    const api = await market.startProcess()
    onTestFinished(() => api.kill())
    const { hostname, port } = new URL(api.url)
    const spoiled = ['CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 'Good morning\r\n\r\n', 'GET /% HTTP/1.1\r\n\r\n']
    for (let n = 0; n < 300; n += 1) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      await new Promise(resolve => socket.write(spoiled[n % spoiled.length] ?? '', resolve))
      if (n % 2) await new Promise(resolve => setImmediate(resolve))
      socket.resetAndDestroy()
    }
    expect((await rawRequest(api.url, head('GET /healthz')))?.status).toBe(200)
    await api.stop()
    expect(api.log.filter(({ level }) => level >= 50)).toEqual([])
  })

  it('A319 is told to the page of a listed site, as everything is', async () => {
    const from = freshAddress()
    await answersTo(head('GET /%'), from)
    const answer = await rawRequest(market.url, head('GET /%', `Origin: ${SITE}`), { from })
    expect([answer?.status, answer?.headers.get('access-control-allow-origin'), answer?.code]).toEqual([
      429,
      SITE,
      'TOO_MANY_REQUESTS',
    ])
  })

  it('A319 counts preflights of listed sites, and answers them all the same: without, no page could read why', async () => {
    const from = freshAddress()
    const preflight = head('OPTIONS /orders', `Origin: ${SITE}`, 'Access-Control-Request-Method: POST')
    const answers = await answersTo(preflight, from)
    expect(answers.map(({ status }) => status)).toEqual(Array(MOST + 2).fill(204))
    expect((await rawRequest(market.url, head('GET /categories'), { from }))?.status).toBe(429)
  })
})

describe('A320 the same through a trusted proxy', () => {
  it('A320 counts for whom the proxy names, and never for the proxy', async () => {
    const proxied = await createMarket({ webhooks: false, rateLimitScale: SCALE, trustedProxies: ['127.0.0.1'] })
    onTestFinished(() => proxied.close())
    const statusOf = async (line: string, address: string) =>
      (await rawRequest(proxied.url, head(line, `X-Forwarded-For: 198.51.100.9, ${address}`)))?.status
    for (let n = 0; n < MOST; n += 1) expect(await statusOf('GET /%', '203.0.113.7')).toBe(400)
    expect(await statusOf('GET /%', '203.0.113.7')).toBe(429)
    expect(await statusOf('GET /categories', '203.0.113.7')).toBe(429)
    expect(await statusOf('GET /%', '203.0.113.8')).toBe(400)
    // Who sent what cannot be read is not known.
    for (let n = 0; n < MOST + 2; n += 1)
      expect((await rawRequest(proxied.url, 'Good morning\r\n\r\n'))?.status).toBe(400)
    expect(await statusOf('GET /categories', '203.0.113.8')).toBe(200)
  })
})
