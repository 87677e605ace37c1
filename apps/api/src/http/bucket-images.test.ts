import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRateLimits } from '#adapters/rate-limits/rate-limits.ts'
import { bucketImages } from './bucket-images.ts'

const SCALE = 0.3
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

  it('fetches some pictures of each address at once, so that a few addresses leave others theirs', async () => {
    const held: ServerResponse[] = []
    const store = createServer((_request, response) => void held.push(response)).listen(0, '127.0.0.1')
    await once(store, 'listening')
    const { port } = store.address() as AddressInfo
    const site = fastify()
    await site.register(bucketImages, {
      bucket: { ...bucket, endpoint: `http://127.0.0.1:${port}` },
      key: 'k',
      publicUrl: 'https://shop.example',
      platform: market.platform,
      corsOrigins: [],
      publicOrigin: 'https://shop.example',
      requestTimeoutMs: 30_000,
    })
    const get = (remoteAddress: string) => site.inject({ url: `/images/${'a'.repeat(32)}.webp`, remoteAddress })
    const many = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'].flatMap(address =>
      Array.from({ length: 120 }, () => get(address)),
    )
    await expect.poll(() => held.length).toBe(32)
    const visitor = get('198.51.100.7')
    await expect.poll(() => held.length).toBe(33)
    store.on('request', (_request, response) => response.end('a picture'))
    for (const response of held) response.end('a picture')
    expect((await visitor).statusCode).toBe(200)
    const statuses = (await Promise.all(many)).map(({ statusCode }) => statusCode)
    expect(Map.groupBy(statuses, status => status).get(429)).toHaveLength(4 * 12)
    expect(Map.groupBy(statuses, status => status).get(200)).toHaveLength(4 * 108)
    await site.close()
    store.close()
  })
})
