import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRateLimits } from '#adapters/rate-limits/rate-limits.ts'
import { createAdmission } from './admission.ts'
import { sandboxImages } from './sandbox-images.ts'

const SCALE = 0.3
const OWN = 'https://shop.example'
const FORM = { 'content-type': 'multipart/form-data; boundary=x' }
const NAME = 'a'.repeat(32)
const stored = { success: true, status: 200, data: { url: `http://localhost/images/${NAME}.webp` } }

describe('the sandbox’s image host', () => {
  let market: Market
  const apps: FastifyInstance[] = []
  beforeAll(async () => {
    market = await createMarket({ webhooks: false })
  })
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close()
  })
  afterAll(() => market.close())

  /** The product's routes in front of a host. */
  async function inFrontOf(host: FastifyInstance, app = fastify()): Promise<FastifyInstance> {
    apps.push(app, host)
    const upstream = await host.listen({ port: 0, host: '127.0.0.1' })
    const platform = { ...market.platform, rateLimits: createRateLimits({ scale: SCALE }) }
    await app.register(sandboxImages, { upstream, platform, corsOrigins: [], publicOrigin: OWN })
    return app
  }

  function hostOf({ has }: { has: boolean }): FastifyInstance {
    const host = fastify()
    host.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    host.post('/1/upload', async () => stored)
    if (has) host.head('/images/:name', async () => '')
    return host
  }

  const upload = (app: FastifyInstance, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: '/1/upload?key=k', headers: FORM, payload: '--x--', remoteAddress })

  it('counts uploads by address, and refuses in its own words', async () => {
    const app = await inFrontOf(hostOf({ has: true }))
    for (let index = 0; index < RATE_LIMITS.uploadUnnamed.most * SCALE; index += 1)
      expect((await upload(app)).statusCode).toBe(200)
    const refused = await upload(app)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(refused.json()).toEqual({ success: false, status: 429, error: { message: expect.any(String) } })
    expect((await upload(app, '192.0.2.2')).statusCode).toBe(200)
  })

  it('records a picture before its sender learns of it', async () => {
    const app = await inFrontOf(hostOf({ has: true }))
    expect((await upload(app)).json()).toEqual(stored)
    const where = { reference: `/images/${NAME}.webp` }
    expect(await market.database.upload.findFirst({ where, select: { userId: true } })).toEqual({ userId: null })
  })

  it('asks for the limit of an account before the host draws anything, and leaves nothing that is rejected after', async () => {
    const host = hostOf({ has: true })
    const calls: string[] = []
    host.delete('/stored/:name', async (_request, reply) => reply.code(204).send())
    host.addHook('onRequest', async ({ method, url }) => void calls.push(`${method} ${url.split('?')[0]}`))
    const { id: userId } = await market.user({ emailVerifiedAt: null })
    const headers = { ...FORM, authorization: `Bearer ${market.tokenOf(userId)}` }
    const send = () => app.inject({ method: 'POST', url: '/1/upload?key=k', headers, payload: '--x--' })
    const most = market.platform.accountLimits.picturesADay.new
    const use = (count: number) =>
      market.database.upload.createMany({
        data: Array.from({ length: count }, () => ({ reference: randomUUID(), userId, dueAt: new Date() })),
      })
    await use(most - 1)
    // The last place is taken while the host draws.
    host.addHook('preHandler', async ({ method }) => void (method === 'POST' && (await use(1))))
    const app = await inFrontOf(host)
    await market.database.upload.deleteMany({ where: { reference: `/images/${NAME}.webp` } })
    expect((await send()).statusCode).toBe(409)
    expect(calls).toEqual(['POST /1/upload', `DELETE /stored/${NAME}.webp`])
    expect((await send()).statusCode).toBe(409)
    expect(calls).toHaveLength(2)
  })

  it('asks to send a picture again that was deleted while it was uploaded once more', async () => {
    const refused = await upload(await inFrontOf(hostOf({ has: false })))
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      { success: false, status: 503, error: { message: 'The picture could not be stored. Send it again.' } },
    ])
  })

  it('gives the place of a picture back when whoever asked for it has left', async () => {
    const asked = Promise.withResolvers<void>()
    const host = fastify({ forceCloseConnections: true })
    host.get('/images/:name', () => {
      asked.resolve()
      return new Promise(() => undefined)
    })
    const limits = { maxInFlight: 2, maxEventLoopDelayMs: 0 }
    const { signal: stopping } = new AbortController()
    const admission = createAdmission({
      limits,
      stopping,
      corsOrigins: [],
      trustedProxies: [],
      onShed: () => undefined,
    })
    const app = fastify()
    await admission.watch(app)
    await inFrontOf(host, app)
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const left = fetch(`${url}/images/${NAME}.webp`, { signal: leaving.signal }).catch(() => 'left')
    await asked.promise
    expect(admission.inFlight()).toBe(1)
    leaving.abort()
    expect(await left).toBe('left')
    await expect.poll(() => admission.inFlight()).toBe(0)
  })

  it('passes on what the host refuses, and says so when it is away', async () => {
    const host = fastify()
    host.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    host.post('/1/upload', (_request, reply) => reply.code(503).header('retry-after', 5).send({ success: false }))
    const app = await inFrontOf(host)
    const refused = await upload(app)
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([503, '5', { success: false }])
    await host.close()
    expect((await upload(app)).json()).toMatchObject({ status: 503, error: { message: expect.any(String) } })
  })

  it('passes on an answer that comes before all of the upload was read', async () => {
    const host = fastify()
    host.addHook('onRequest', (_request, reply) => reply.code(413).send({ success: false, status: 413 }))
    const app = await inFrontOf(host)
    for (let round = 0; round < 5; round += 1) {
      const url = '/1/upload?key=k'
      const remoteAddress = `192.0.2.${round + 1}`
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: FORM,
        payload: Buffer.alloc(11e6),
        remoteAddress,
      })
      expect([answer.statusCode, answer.json()]).toEqual([413, { success: false, status: 413 }])
    }
  })

  it('tells the host from where an upload comes, whatever its sender says', async () => {
    const host = hostOf({ has: true })
    const addresses: unknown[] = []
    host.addHook('onRequest', async ({ method, headers }) => {
      if (method === 'POST') addresses.push([headers['x-forwarded-for'], headers['x-uploader']])
    })
    const headers = { ...FORM, 'x-forwarded-for': '198.51.100.9', 'x-uploader': crypto.randomUUID() }
    const app = await inFrontOf(host)
    await app.inject({ method: 'POST', url: '/1/upload?key=k', headers, payload: '--x--', remoteAddress: '192.0.2.7' })
    expect(addresses).toEqual([['192.0.2.7', undefined]])
  })

  it('uses each connection to the host once', async () => {
    const host = hostOf({ has: true })
    const sockets = new Set()
    host.addHook('onRequest', async ({ method, socket }) => {
      if (method === 'POST') sockets.add(socket)
    })
    const app = await inFrontOf(host)
    for (let n = 0; n < 3; n += 1) expect((await upload(app, `192.0.2.${n}`)).statusCode).toBe(200)
    expect(sockets.size).toBe(3)
  })

  describe('reads what a refused sender still sends', () => {
    /** Sends so many bytes before it reads anything. Resolves with the answer, and with how much could be sent. */
    async function sendAll(app: FastifyInstance, length: number) {
      const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
      const socket = connect(Number(port), '127.0.0.1').pause()
      const ended = new Promise<void>(resolve => socket.once('close', () => resolve()))
      socket.on('error', () => undefined)
      const head = `Host: x\r\nContent-Type: ${FORM['content-type']}\r\nContent-Length: ${length}`
      socket.write(`POST /1/upload?key=k HTTP/1.1\r\n${head}\r\n\r\n`)
      const chunk = Buffer.alloc(250_000)
      let sent = 0
      for (; sent < length && socket.writable; sent += chunk.length)
        if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => undefined), ended])
      let answer = ''
      socket.on('data', data => {
        answer += data
        if (answer.includes('"success":false')) socket.destroy()
      })
      socket.resume()
      await ended
      return { answer, sent }
    }

    function refusing(): FastifyInstance {
      const host = fastify()
      host.addHook('onRequest', (_request, reply) => reply.code(413).send({ success: false, status: 413 }))
      return host
    }

    it('until they come to read why', async () => {
      const { answer } = await sendAll(await inFrontOf(refusing()), 12_000_000)
      expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"success":false/)
    })

    it('when it is refused before anything of it is read, too', async () => {
      const app = await inFrontOf(hostOf({ has: true }))
      for (let index = 0; index < RATE_LIMITS.uploadUnnamed.most * SCALE; index += 1) await upload(app, '127.0.0.1')
      const { answer } = await sendAll(app, 12_000_000)
      expect(answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*"success":false/)
    })

    it('but not without end', async () => {
      const { sent } = await sendAll(await inFrontOf(refusing()), 2_000_000_000)
      expect(sent).toBeLessThan(2_000_000_000)
    })
  })

  it('hands on no deletion, and nothing beside uploads and pictures', async () => {
    let asked = 0
    const host = fastify()
    host.all('/*', async () => {
      asked += 1
      return {}
    })
    const app = await inFrontOf(host)
    const paths = [`/stored/${NAME}.webp`, `/images/${NAME}.webp`, '/1/upload', `/1/upload/../../stored/${NAME}.webp`]
    for (const url of [...paths, `/images/..%2fstored%2f${NAME}.webp`])
      expect((await app.inject({ method: 'DELETE', url })).statusCode, url).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/1/upload/x', headers: FORM, payload: '' })).statusCode).toBe(404)
    expect(asked).toBe(0)
  })

  it.each(['application/json', 'text/plain', 'multipart/mixed; boundary=x', undefined])(
    'takes forms alone, and does not begin to hand on an upload of type %s',
    async type => {
      let asked = 0
      const host = fastify()
      host.post('/1/*', async () => {
        asked += 1
      })
      const app = await inFrontOf(host)
      const headers = type === undefined ? {} : { 'content-type': type }
      const answer = await app.inject({ method: 'POST', url: '/1/upload?key=k', headers, payload: '"x"' })
      expect(answer.statusCode).toBe(415)
      expect(answer.json()).toEqual({ success: false, status: 415, error: { message: expect.any(String) } })
      expect(asked).toBe(0)
    },
  )

  it.each([
    ['upgrade', 'websocket'],
    ['expect', '100-continue'],
    ['keep-alive', 'timeout=5'],
    ['proxy-connection', 'keep-alive'],
    ['te', 'trailers'],
  ])('does not hand on what is of the connection alone: %s', async (name, value) => {
    const seen: string[] = []
    const host = fastify()
    host.get('/images/:name', async request => {
      seen.push(...Object.keys(request.headers))
      return 'a picture'
    })
    const app = await inFrontOf(host)
    const answer = await app.inject({
      url: `/images/${'a'.repeat(32)}.webp`,
      headers: { [name]: value, accept: 'image/webp' },
    })
    expect(answer.body).toBe('a picture')
    expect(seen).toContain('accept')
    expect(seen).not.toContain(name)
  })
})
