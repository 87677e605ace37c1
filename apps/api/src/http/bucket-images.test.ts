import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRateLimits } from '#adapters/rate-limits/rate-limits.ts'
import { bucketImages } from './bucket-images.ts'

const SCALE = 0.3
const POLL = { timeout: 20_000 }
const bucket = {
  // Nothing listens there; what is rejected here is rejected before a store is asked.
  endpoint: 'http://127.0.0.1:9',
  region: 'eu-test-1',
  bucket: 'pictures',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  forcePathStyle: true,
}

describe('the API as the image host', () => {
  let market: Market
  let app: FastifyInstance
  beforeAll(async () => {
    market = await createMarket({ webhooks: false })
  })
  afterAll(() => market.close())
  beforeEach(async () => {
    app = fastify()
    const rateLimits = createRateLimits({ scale: SCALE })
    await app.register(bucketImages, {
      bucket,
      key: 'k',
      publicUrl: 'https://shop.example',
      platform: { ...market.platform, rateLimits },
      corsOrigins: ['https://listed.example'],
      publicOrigin: 'https://shop.example',
      requestTimeoutMs: 30_000,
    })
  })
  afterEach(() => app.close())

  const upload = (remoteAddress: string, type = 'multipart/form-data; boundary=x', url = '/1/upload?key=k') =>
    app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: '--x--\r\n', remoteAddress })

  it('counts uploads by address, and refuses in the words of one', async () => {
    for (let index = 0; index < RATE_LIMITS.uploadUnnamed.most * SCALE; index += 1)
      expect((await upload('192.0.2.1')).statusCode).toBe(400)
    const refused = await upload('192.0.2.1')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(refused.json()).toEqual({ success: false, status: 429, error: { message: expect.any(String) } })
    expect((await upload('192.0.2.2')).statusCode).toBe(400)
  })

  it('counts those with a wrong key too', async () => {
    for (let index = 0; index < RATE_LIMITS.uploadUnnamed.most * SCALE; index += 1)
      expect((await upload('192.0.2.1', undefined, '/1/upload?key=x')).json().error.message).toContain('key')
    expect((await upload('192.0.2.1')).statusCode).toBe(429)
  })

  it.each(['application/json', 'text/plain', 'multipart/mixed; boundary=x'])('takes no %s', async type => {
    const answer = await upload('192.0.2.1', type)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThanOrEqual(415)
    expect(answer.json()).toEqual({
      success: false,
      status: answer.statusCode,
      error: { message: expect.any(String) },
    })
  })

  it('lets every site show pictures, and the listed ones send them', async () => {
    const ask = (origin: string) => app.inject({ method: 'OPTIONS', url: '/1/upload?key=k', headers: { origin } })
    const listed = await ask('https://listed.example')
    expect([listed.statusCode, listed.headers['access-control-allow-origin']]).toEqual([204, 'https://listed.example'])
    expect((await ask('https://other.example')).headers['access-control-allow-origin']).toBeUndefined()
    const shown = await app.inject('/images/x.webp')
    expect([shown.statusCode, shown.headers['access-control-allow-origin']]).toEqual([404, '*'])
    expect(shown.headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  const partsOf = (store: Server) => ({
    bucket: { ...bucket, endpoint: `http://127.0.0.1:${(store.address() as AddressInfo).port}` },
    key: 'k',
    publicUrl: 'https://shop.example',
    platform: market.platform,
    corsOrigins: [],
    publicOrigin: 'https://shop.example',
    requestTimeoutMs: 30_000,
  })

  it('fetches some pictures of each address at once, so that a few addresses leave others theirs', async () => {
    const held: ServerResponse[] = []
    const store = createServer((_request, response) => void held.push(response)).listen(0, '127.0.0.1')
    await once(store, 'listening')
    const site = fastify()
    await site.register(bucketImages, partsOf(store))
    const get = (remoteAddress: string) => site.inject({ url: `/images/${'a'.repeat(32)}.webp`, remoteAddress })
    const many = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'].flatMap(address =>
      Array.from({ length: 120 }, () => get(address)),
    )
    await expect.poll(() => held.length, POLL).toBe(24)
    const visitor = get('198.51.100.7')
    await expect.poll(() => held.length, POLL).toBe(25)
    store.on('request', (_request, response) => response.end('a picture'))
    for (const response of held) response.end('a picture')
    expect((await visitor).statusCode).toBe(200)
    const statuses = (await Promise.all(many)).map(({ statusCode }) => statusCode)
    expect(Map.groupBy(statuses, status => status).get(429)).toHaveLength(4 * 14)
    expect(Map.groupBy(statuses, status => status).get(200)).toHaveLength(4 * 106)
    await site.close()
    store.close()
  })

  it('sends other addresses their pictures while one reads none of its own, on many connections or in a pipeline', async () => {
    // More than the system's buffers take.
    const picture = Buffer.alloc(32_000_000, 1)
    const store = createServer((_request, response) => response.end(picture)).listen(0, '127.0.0.1')
    await once(store, 'listening')
    const site = fastify()
    const taken: string[] = []
    site.addHook('onSend', async request => void taken.push(request.ip))
    await site.register(bucketImages, partsOf(store))
    await site.listen({ host: '127.0.0.1', port: 0 })
    const { port } = site.server.address() as AddressInfo
    const path = `/images/${'a'.repeat(32)}.webp`
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
    const asking = (localAddress: string, requests: number) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress }).pause()
      socket.on('error', () => undefined)
      socket.write(head.repeat(requests))
      return socket
    }
    const sockets = [
      ...Array.from({ length: 60 }, () => asking('127.0.0.2', 1)),
      ...Array.from({ length: 8 }, () => asking('127.0.0.3', 7)),
    ]
    const of = (address: string) => taken.filter(ip => ip === address).length
    await expect.poll(() => of('127.0.0.2'), POLL).toBe(6)
    await expect.poll(() => of('127.0.0.3'), POLL).toBe(6)
    expect((await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer()).byteLength).toBe(picture.length)
    expect([of('127.0.0.2'), of('127.0.0.3')]).toEqual([6, 6])
    // Whoever leaves gives the places back.
    for (const socket of sockets) socket.destroy()
    const again = asking('127.0.0.3', 1)
    await expect.poll(() => of('127.0.0.3'), POLL).toBeGreaterThan(6)
    again.destroy()
    await site.close()
    store.close()
  })
})
