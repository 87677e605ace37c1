import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { answerPictureError } from '@second-ring/pictures/answer-errors'
import { createMarket, type Market } from '@second-ring/testkit'
import fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRateLimits } from '#adapters/rate-limits/rate-limits.ts'
import { admitUploads, asUploadError } from './admit-uploads.ts'

const LISTED = 'https://listed.example'
const OTHER = 'https://other.example'
const OWN = 'https://shop.example'

describe('an upload', () => {
  let market: Market
  let app: FastifyInstance
  let hold: Promise<void> = Promise.resolve()
  let inside = 0
  let publicOrigin = OWN
  beforeAll(async () => {
    market = await createMarket({ webhooks: false })
  })
  afterAll(() => market.close())
  beforeEach(async () => {
    hold = Promise.resolve()
    inside = 0
    publicOrigin = OWN
    await open()
  })
  async function open(): Promise<void> {
    app = fastify()
    app.setErrorHandler((error: FastifyError, request, reply) =>
      answerPictureError(asUploadError(error) ?? error, request, reply),
    )
    const platform = { ...market.platform, rateLimits: createRateLimits({ scale: 1 }) }
    await app.register(async uploads => {
      admitUploads(uploads, { platform, corsOrigins: [LISTED], publicOrigin })
      uploads.post('/1/upload', async ({ uploaderId }) => {
        inside += 1
        await hold
        return { uploaderId }
      })
    })
  }
  afterEach(() => app.close())

  const tokenOf = (id: string) => `Bearer ${market.tokenOf(id)}`
  const upload = (headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: '/1/upload', headers, remoteAddress })

  it('is the account’s whose token comes along, and otherwise nobody’s', async () => {
    const { id } = await market.user()
    expect((await upload({ authorization: tokenOf(id) })).json()).toEqual({ uploaderId: id })
    expect((await upload()).json()).toEqual({ uploaderId: null })
  })

  it('with a token that is not valid is refused in the image host’s form', async () => {
    const { id } = await market.user()
    const authorization = tokenOf(id)
    await market.database.user.update({ where: { id }, data: { deletedAt: new Date(), email: null, name: '' } })
    for (const bad of [authorization, 'Bearer x', `${authorization}x`]) {
      const answer = await upload({ authorization: bad })
      expect([answer.statusCode, answer.json()]).toEqual([
        401,
        { success: false, status: 401, error: { message: expect.stringContaining('Sign in again') } },
      ])
    }
  })

  it('is counted by account, or more closely by address', async () => {
    const { id } = await market.user()
    const headers = { authorization: tokenOf(id) }
    expect(RATE_LIMITS.uploadUnnamed.most).toBeLessThan(RATE_LIMITS.upload.most)
    for (let n = 0; n < RATE_LIMITS.uploadUnnamed.most; n += 1) expect((await upload()).statusCode).toBe(200)
    expect((await upload()).statusCode).toBe(429)
    expect((await upload(headers)).statusCode).toBe(200)
    for (let n = 1; n < RATE_LIMITS.upload.most; n += 1)
      expect((await upload(headers, `192.0.2.${n}`)).statusCode).toBe(200)
    expect((await upload(headers, '192.0.2.99')).statusCode).toBe(429)
  })

  it('is one of at most two at a time of an account or an address', async () => {
    const [one, other] = [await market.user(), await market.user()].map(({ id }) => ({ authorization: tokenOf(id) }))
    const { promise, resolve } = Promise.withResolvers<void>()
    hold = promise
    const held = [upload(one), upload(one, '192.0.2.2'), upload(other), upload(), upload()]
    await expect.poll(() => inside).toBe(5)
    expect((await upload()).statusCode).toBe(429)
    expect((await upload(one, '192.0.2.3')).json()).toMatchObject({
      error: { message: '2 of your pictures are being received already. Send this one after them.' },
    })
    resolve()
    for (const answer of await Promise.all(held)) expect(answer.statusCode).toBe(200)
    expect((await upload(one)).statusCode).toBe(200)
    expect((await upload()).statusCode).toBe(200)
  })

  it('that a page of another site causes is refused, unless the site is listed', async () => {
    const cross = { 'sec-fetch-site': 'cross-site' }
    for (const headers of [cross, { ...cross, origin: OTHER }, { ...cross, origin: 'null' }]) {
      const answer = await upload(headers)
      expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([403, undefined])
      expect(answer.json()).toMatchObject({ success: false, status: 403 })
    }
    const listed = await upload({ ...cross, origin: LISTED })
    expect([listed.statusCode, listed.headers['access-control-allow-origin']]).toEqual([200, LISTED])
  })

  it.each([
    ['a browser that names the page alone', {}],
    ['a neighbour of the site', { 'sec-fetch-site': 'same-site' }],
    ['somebody who says more than a browser', { 'sec-fetch-site': 'same-origin' }],
  ])('goes by the page’s origin too: %s', async (_, headers) => {
    for (const origin of [
      OTHER,
      'null',
      'http://shop.example',
      `${OWN}:8443`,
      `${OWN}.evil.example`,
      'https://localhost:80',
    ]) {
      const answer = await upload({ ...headers, origin })
      expect([origin, answer.statusCode]).toEqual([origin, 403])
    }
    expect((await upload({ ...headers, origin: OWN })).statusCode).toBe(200)
    expect((await upload({ ...headers, origin: LISTED })).statusCode).toBe(200)
  })

  it('comes from the site itself by each of its names, where the site is of http', async () => {
    const own = { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }
    expect((await upload(own)).statusCode).toBe(403)
    await app.close()
    publicOrigin = 'http://localhost:3000'
    await open()
    expect((await upload(own)).statusCode).toBe(200)
    expect((await upload({ ...own, origin: 'http://192.168.1.6:3000' })).statusCode).toBe(403)
  })

  it('from a neighbour of the site is refused without an origin as well', async () => {
    expect((await upload({ 'sec-fetch-site': 'same-site' })).statusCode).toBe(403)
    expect((await upload({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    expect((await upload({ 'sec-fetch-site': 'none' })).statusCode).toBe(200)
  })

  it('is allowed to the listed sites’ pages, with a bearer, and no more', async () => {
    const ask = (origin: string) => app.inject({ method: 'OPTIONS', url: '/1/upload', headers: { origin } })
    expect((await ask(LISTED)).headers).toMatchObject({
      'access-control-allow-origin': LISTED,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type',
      vary: 'origin',
    })
    const { headers } = await ask(OTHER)
    expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
  })
})
