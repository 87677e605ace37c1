import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimsOf, signed } from '../forge/jwt.ts'
import { nowS } from '../forge/provider-event.ts'
import { attackOn } from '../wire/attack-on.ts'
import { firstOfStream } from '../wire/first-of-stream.ts'
import { head, rawRequest } from '../wire/raw-request.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let people: ReturnType<typeof usersOf>
beforeAll(async () => {
  market = await createMarket({ webhooks: false, corsOrigins: ['https://shop.example'] })
  attack = attackOn(market)
  people = usersOf(market)
})
afterAll(() => market.close())

/** A member whose browser keeps the session's cookie, as it would send it. */
async function withCookie(): Promise<{ cookie: string; email: string; as: string; set: string }> {
  const { email, as } = await people.newcomer()
  await attack.send('POST', '/users', { as, body: { name: 'Ana', email, role: 'Seller' } })
  const { headers } = await attack.send('POST', '/token-sync', { as, body: {} })
  const set = headers.get('set-cookie') ?? ''
  return { cookie: set.split(';')[0] ?? '', email, as, set }
}

const liveOf = ({ url }: Market, query: Record<string, string>) => `${url}/live?${new URLSearchParams(query)}`
const noticesOf = (of: Market) => liveOf(of, { notices: 'true' })

describe('the session’s cookie', () => {
  it('A90 cannot be read by scripts, and is sent to no other site’s requests', async () => {
    const { set } = await withCookie()
    expect(set).toMatch(/^second-ring-session=[\w.-]+;/)
    expect(set).toContain('HttpOnly')
    expect(set).toContain('SameSite=Strict')
    expect(set).toContain('Path=/')
    expect(set).not.toContain('Domain')
  })

  it('A90 opens no call that changes something, and nothing of the typed face', async () => {
    const { cookie, email } = await withCookie()
    const { send, rpc, refused } = attack
    const headers = { cookie }
    expect((await send('GET', `/orders?email=${email}`, { headers })).status).toBe(200)
    const { id } = await market.listing()
    const booking = { product: 'Aurora 12', email, price: 200, location: 'L', phone: '555 0100', productId: id }
    await refused(() => send('POST', '/orders', { headers, body: booking }), 401)
    await refused(() => send('POST', '/create-payment-intent', { headers, body: { price: 200 } }), 401)
    await refused(() => send('DELETE', `/deleteProduct/${id}`, { headers }), 401)
    await refused(() => send('POST', '/addProduct', { headers, body: {} }), 401)
    await refused(() => rpc('accounts.me', undefined, { headers }), 401)
    await refused(() => rpc('listings.setFavorite', { listingId: id, favorite: true }, { headers }), 401)
    expect((await firstOfStream(noticesOf(market), undefined, { cookie })).code).toBe('UNAUTHENTICATED')
    await refused(
      () => send('GET', `/orders?email=${email}`, { headers: { ...headers, 'x-http-method-override': 'POST' } }),
      200,
    )
  })

  it('A90 is not taken beside a bearer, nor twice, nor once it is cleared', async () => {
    const { cookie, email } = await withCookie()
    const { send, refused } = attack
    for (const as of ['Bearer null', 'Bearer x', 'Basic x', '']) {
      await refused(() => send('GET', `/orders?email=${email}`, { as, headers: { cookie } }), 401)
    }
    const victim = await withCookie()
    const two = await rawRequest(
      market.url,
      head(`GET /orders?email=${victim.email}`, `Cookie: ${cookie}`, `Cookie: ${victim.cookie}`),
    )
    expect(two?.text).not.toContain('[]')
    const { headers } = await send('DELETE', '/token-sync')
    expect(headers.get('set-cookie')).toMatch(/^second-ring-session=; .*Expires=Thu, 01 Jan 1970/)
  })

  it('A90 and what it shows are given to no page of another site, not even of a listed one', async () => {
    const { cookie, email } = await withCookie()
    for (const origin of [
      'https://shop.example',
      'https://evil.example',
      'null',
      'https://shop.example.evil.example',
    ]) {
      const { headers } = await attack.send('GET', `/orders?email=${email}`, { headers: { cookie, origin } })
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('cache-control')).toBe('no-store')
      const allowed = headers.get('access-control-allow-origin')
      expect(allowed).toBe(origin === 'https://shop.example' ? origin : null)
    }
  })

  it('A90 is not had for an old sign-in, for a bearer of the product’s, or from a form', async () => {
    const { as, email } = await withCookie()
    const { send, refused } = attack
    const { body } = await send('GET', `/jwt?email=${email}`, { as })
    const bearer = `Bearer ${(body as { accessToken: string }).accessToken}`
    const answer = await refused(() => send('POST', '/token-sync', { as: bearer, body: {} }), 401)
    expect(answer.headers.get('set-cookie')).toBeNull()
    const form = new FormData()
    form.set('idToken', as)
    await refused(() => send('POST', '/token-sync', { as, raw: form }), 415)
  })
})

describe('a signing key that got out', () => {
  const LEAKED = 'a-key-that-somebody-has-got-hold-of-long-since'
  const FRESH = 'a-key-that-nobody-but-the-server-has-ever-seen'

  it('A107 is of no use once it is taken out, however long its tokens would have lived', async () => {
    const { id, as } = await people.person('ADMIN')
    const year = 365 * 24 * 3600
    const forged = `Bearer ${signed({ ...claimsOf(as), sub: id, exp: nowS() + year }, LEAKED)}`
    const during = await market.startProcess({ ACCESS_TOKEN_SECRET: FRESH, ACCESS_TOKEN_SECRET_PREVIOUS: LEAKED })
    try {
      // While both are valid nobody is signed out.
      const live = `Bearer ${signed({ ...claimsOf(as), sub: id }, LEAKED)}`
      expect((await attackOn({ ...market, url: during.url }).rpc('accounts.me', undefined, { as: live })).status).toBe(
        200,
      )
    } finally {
      await during.stop()
    }
    const after = await market.startProcess({ ACCESS_TOKEN_SECRET: FRESH })
    const { send, rpc, refused } = attackOn({ ...market, url: after.url })
    try {
      for (const token of [forged, as]) {
        await refused(() => rpc('accounts.me', undefined, { as: token }), 401)
        await refused(() => send('GET', '/users/Buyer', { as: token }), 401)
        await refused(() => send('DELETE', `/users/${id}`, { as: token }), 401)
      }
    } finally {
      await after.stop()
    }
  })
})

describe('trusting an email without proof', () => {
  it('A91 is off unless it is asked for', async () => {
    const victim = await people.person()
    await attack.refused(() => attack.send('GET', `/jwt?email=${victim.email}`), 401)
    await attack.refused(
      () => attack.send('POST', '/users', { body: { name: 'Eve', email: 'e@x.co', role: 'Buyer' } }),
      401,
    )
    await attack.refused(() => attack.send('GET', `/users/admin/${victim.email}`), 401)
  })

  it.each([
    ['on all addresses', { HOST: '0.0.0.0' }, 'REST_TRUST_EMAIL is set'],
    ['on all addresses of IPv6', { HOST: '::' }, 'REST_TRUST_EMAIL is set'],
    [
      'on an address that only begins like this machine’s',
      { HOST: '127.0.0.1.evil.example' },
      'REST_TRUST_EMAIL is set',
    ],
    ['in production', { NODE_ENV: 'production' }, 'REST_TRUST_EMAIL is set'],
    ['by a word that is neither yes nor no', { REST_TRUST_EMAIL: '1' }, 'REST_TRUST_EMAIL: must be true or false'],
  ])('A91 is refused at the boot: %s', async (_where, env, words) => {
    await expect(market.startProcess({ REST_TRUST_EMAIL: 'true', ...env })).rejects.toThrow(words)
  })

  it('A91 opens nothing of the typed face where it is on', async () => {
    const laboratory = await createMarket({ webhooks: false, trustsEmail: true })
    const { rpc, refused } = attackOn(laboratory)
    const { id } = await usersOf(laboratory).person('ADMIN')
    await refused(() => rpc('accounts.me'), 401)
    await refused(() => rpc('accounts.list', { role: 'BUYER' }), 401)
    await refused(() => rpc('accounts.removeUser', { userId: id }), 401)
    await refused(() => rpc('accounts.exchange', { idToken: 'x' }), 401)
    await laboratory.close()
  })
})

describe('the stream of notices', () => {
  const live = () => noticesOf(market)

  it('A92 tells nothing without a token, and takes none from the address', async () => {
    const person = await people.person()
    const token = person.as.split(' ')[1] ?? ''
    const params = encodeURIComponent(JSON.stringify({ authorization: person.as, token }))
    for (const query of [
      '',
      `&token=${token}`,
      `&access_token=${token}`,
      `&authorization=${token}`,
      `&connectionParams=${params}`,
    ]) {
      expect(await firstOfStream(`${live()}${query}`, undefined)).toMatchObject({ code: 'UNAUTHENTICATED' })
    }
    expect(await firstOfStream(live(), 'Bearer x')).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await firstOfStream(live(), person.as)).toMatchObject({ code: undefined, data: { unread: 0 } })
  })

  it('A92 is of one’s own notices, whoever is named', async () => {
    const [victim, spy] = [await people.person(), await people.person()]
    await market.database.notice.create({ data: { userId: victim.id, kind: 'booked', message: 'News' } })
    for (const input of [
      { notices: 'true', userId: victim.id },
      { notices: 'true', actor: victim.id },
    ]) {
      const { code, data } = await firstOfStream(liveOf(market, input), spy.as)
      if (code === undefined) expect(data).toEqual({ unread: 0 })
      else expect(code).toBe('INVALID_INPUT')
    }
    expect((await firstOfStream(live(), victim.as)).data).toEqual({ unread: 1 })
  })

  it('A92 tells anyone of a listing where it stands, and of whoever booked it nothing', async () => {
    const resalePriceCents = 12_300
    const { id } = await market.listing({ resalePriceCents, state: 'RESERVED' })
    await market.order({ listingId: id })
    const { data } = await firstOfStream(liveOf(market, { listingIds: id }), undefined)
    expect(data).toEqual({ listings: [{ id, state: 'RESERVED', resalePriceCents }] })
  })

  it('A92 ends for whoever is removed', async () => {
    const [admin, person] = [await people.person('ADMIN'), await people.person()]
    const response = await fetch(live(), { headers: { authorization: person.as } })
    let isRemoved = false
    const reading = (async () => {
      let text = ''
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        // Only once it is open: the first count has come.
        if (text.includes('"unread":0') && !isRemoved) {
          isRemoved = true
          await attack.rpc('accounts.removeUser', { userId: person.id }, { as: admin.as })
          await market.database.$executeRaw`SELECT pg_notify('second_ring', ${`notices:${person.id}`})`
        }
      }
      return text
    })()
    expect(await reading).not.toContain('"unread":1')
    expect(await firstOfStream(live(), person.as)).toMatchObject({ code: 'SESSION_ENDED' })
  })
})
