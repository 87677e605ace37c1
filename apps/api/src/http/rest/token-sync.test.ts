import { createMarket, type Market } from '@second-ring/testkit'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { restPlugin } from '#rest-api/rest-plugin.ts'
import { restClient } from './testing/rest-client.ts'

let market: Market
let client: ReturnType<typeof restClient>
let lateBy = 0
beforeAll(async () => {
  market = await createMarket({ clock: { now: () => new Date(Date.now() + lateBy) } })
  client = restClient(market)
})
beforeEach(() => {
  lateBy = 0
})
afterAll(() => market.close())

const sync = (as?: string) => client.send('POST', '/token-sync', { as })

/** Someone who has just signed in, with the cookie of that as their browser sends it. */
async function signedIn() {
  const { email, as } = await client.newcomer()
  await client.send('POST', '/users', { as, body: { name: 'Ana', email, role: 'Buyer' } })
  const answer = await sync(as)
  const setCookie = answer.headers.get('set-cookie') ?? ''
  return { email, as, answer, setCookie, cookie: setCookie.split(';')[0] ?? '' }
}

const sessionIn = (cookie: string) => {
  const [, accessToken = ''] = /second-ring-session=([^;]*)/.exec(cookie) ?? []
  return market.platform.accessTokens.verify(accessToken)?.sessionId
}

describe('POST /token-sync', () => {
  it('keeps a fresh sign-in in a cookie that scripts and other sites cannot use', async () => {
    const { answer, setCookie } = await signedIn()
    expect(answer).toMatchObject({ status: 200, body: { acknowledged: true } })
    const { expiresAt } = answer.body as { expiresAt: string }
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 3_600_000)).toBeLessThan(10_000)
    const [value, ...attributes] = setCookie.split('; ')
    expect(value).toMatch(/^second-ring-session=[\w.-]+$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Strict'])
    expect(JSON.stringify(answer.body)).not.toContain(value?.split('=')[1])
  })

  it('goes on in the session of the cookie that is beside it; without one another session begins', async () => {
    const { as, cookie } = await signedIn()
    const again = async (headers: Record<string, string>) => {
      const answer = await client.send('POST', '/token-sync', { as, headers })
      return sessionIn(answer.headers.get('set-cookie') ?? '')
    }
    expect(await again({ cookie })).toBe(sessionIn(cookie))
    expect(await again({ cookie: 'second-ring-session=x' })).not.toBe(sessionIn(cookie))
    expect(await again({})).not.toBe(sessionIn(cookie))
  })

  it('refuses a sign-in that is more than 300 seconds old, though its token is still good', async () => {
    const { as, email } = await signedIn()
    lateBy = 290_000
    expect((await sync(as)).status).toBe(200)
    lateBy = 311_000
    const answer = await sync(as)
    expect(answer).toMatchObject({
      status: 401,
      body: { message: 'This sign-in is more than 5 minutes old. Sign in again.', code: 'UNAUTHENTICATED' },
    })
    expect(answer.headers.has('set-cookie')).toBe(false)
    expect((await client.send('GET', `/jwt?email=${email}`, { as })).status).toBe(200)
  })

  it('refuses without proof, with the product’s own token, and someone whom the product does not know', async () => {
    const { as } = await client.user()
    for (const none of [undefined, 'Bearer null', 'Bearer garbage', as]) expect((await sync(none)).status).toBe(401)
    const stranger = await sync((await client.newcomer()).as)
    expect(stranger).toMatchObject({ status: 403, body: { code: 'ACCOUNT_MISSING' } })
    expect(stranger.headers.has('set-cookie')).toBe(false)
  })
})

describe('the session’s cookie', () => {
  it('reads, and what was read is not kept', async () => {
    const { email, cookie } = await signedIn()
    const answer = await client.send('GET', `/orders?email=${email}`, { headers: { cookie } })
    expect(answer).toMatchObject({ status: 200, body: [] })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('writes nothing, proves nothing, and opens no typed call', async () => {
    const { email, cookie } = await signedIn()
    const headers = { cookie }
    const { id } = await market.listing()
    const body = { product: 'Aurora 12', email, price: 200, location: 'L', phone: '5550199', productId: id }
    expect((await client.send('POST', '/orders', { headers, body })).status).toBe(401)
    expect((await client.send('DELETE', `/deleteProduct/${id}`, { headers })).status).toBe(401)
    expect((await client.send('GET', `/jwt?email=${email}`, { headers })).status).toBe(401)
    expect((await sync()).status).toBe(401)
    expect((await client.send('GET', '/trpc/accounts.me', { headers })).status).toBe(401)
  })

  it('gives way to whatever the request itself says of who asks', async () => {
    const { email, cookie } = await signedIn()
    const other = await client.user()
    const read = (as: string) => client.send('GET', `/orders?email=${email}`, { as, headers: { cookie } })
    expect((await read('Bearer null')).status).toBe(401)
    expect((await read('Bearer garbage')).status).toBe(401)
    expect((await read(other.as)).status).toBe(403)
  })

  it('is worth nothing once it is old, forged, or its person is gone', async () => {
    const { email, cookie } = await signedIn()
    const read = (sent: string) => client.send('GET', `/orders?email=${email}`, { headers: { cookie: sent } })
    expect((await read(`${cookie}x`)).status).toBe(401)
    expect((await read('second-ring-session=')).status).toBe(401)
    lateBy = 3_601_000
    expect((await read(cookie)).status).toBe(401)
    lateBy = 0
    const { id } = await market.database.user.findUniqueOrThrow({ where: { email } })
    await (await market.asAdmin()).accounts.removeUser({ userId: id })
    expect((await read(cookie)).status).toBe(401)
  })

  it('is cleared on signing out', async () => {
    const answer = await client.send('DELETE', '/token-sync')
    expect(answer).toMatchObject({ status: 200, body: { acknowledged: true } })
    expect(answer.headers.get('set-cookie')).toMatch(/^second-ring-session=; .*Expires=Thu, 01 Jan 1970/)
  })

  it('is bound to https and to this very host where the site is reached by https', async () => {
    const { as } = await signedIn()
    const app = fastify()
    await app.register(restPlugin, {
      platform: market.platform,
      trustsEmail: false,
      isHttps: true,
      rateLimitScale: null,
    })
    const answer = await app.inject({ method: 'POST', url: '/token-sync', headers: { authorization: as } })
    await app.close()
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^__Host-second-ring-session=[\w.-]+; /)
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=3600',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ])
  })
})
