import { RATE_LIMITS } from '@second-ring/contracts/limits'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { createRateLimits } from '#adapters/rate-limits/rate-limits.ts'
import { sandboxImages } from './sandbox-images.ts'

const SCALE = 0.1
const FORM = { 'content-type': 'multipart/form-data; boundary=x' }

describe('the sandbox’s image host', () => {
  it('counts uploads by address, and refuses in its own words', async () => {
    const host = fastify()
    host.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    host.post('/1/upload', async () => ({ success: true }))
    const app = fastify()
    const rateLimits = createRateLimits({ scale: SCALE })
    await app.register(sandboxImages, { upstream: await host.listen({ port: 0, host: '127.0.0.1' }), rateLimits })
    const upload = (remoteAddress: string) =>
      app.inject({ method: 'POST', url: '/1/upload?key=k', headers: FORM, payload: '--x--', remoteAddress })
    for (let index = 0; index < RATE_LIMITS.upload.perMinute * SCALE; index += 1)
      expect((await upload('192.0.2.1')).statusCode).toBe(200)
    const refused = await upload('192.0.2.1')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(refused.json()).toEqual({ success: false, status: 429, error: { message: expect.any(String) } })
    expect((await upload('192.0.2.2')).statusCode).toBe(200)
    await app.close()
    await host.close()
  })

  it.each(['application/json', 'text/plain', 'multipart/mixed; boundary=x', undefined])(
    'takes forms alone, and does not begin to hand on an upload of type %s',
    async type => {
      let asked = 0
      const host = fastify()
      host.post('/1/*', async () => {
        asked += 1
      })
      const app = fastify()
      const rateLimits = createRateLimits({ scale: SCALE })
      await app.register(sandboxImages, { upstream: await host.listen({ port: 0, host: '127.0.0.1' }), rateLimits })
      for (const url of ['/1/upload?key=k', '/1/upload/x']) {
        const headers = type === undefined ? {} : { 'content-type': type }
        const answer = await app.inject({ method: 'POST', url, headers, payload: '"x"' })
        expect(answer.statusCode).toBe(415)
        expect(answer.json()).toEqual({ success: false, status: 415, error: { message: expect.any(String) } })
      }
      expect(asked).toBe(0)
      await app.close()
      await host.close()
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
    const app = fastify()
    const rateLimits = createRateLimits({ scale: SCALE })
    await app.register(sandboxImages, { upstream: await host.listen({ port: 0, host: '127.0.0.1' }), rateLimits })
    const answer = await app.inject({
      url: `/images/${'a'.repeat(32)}.webp`,
      headers: { [name]: value, accept: 'image/webp' },
    })
    expect(answer.body).toBe('a picture')
    expect(seen).toContain('accept')
    expect(seen).not.toContain(name)
    await app.close()
    await host.close()
  })
})
