import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

const LISTED = 'https://shop.example'

let market: Market
let attack: ReturnType<typeof attackOn>
let seller: Person
let buyer: Person
let categoryId: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false, takesPictures: true, corsOrigins: [LISTED] })
  attack = attackOn(market)
  seller = await usersOf(market).person('SELLER')
  buyer = await usersOf(market).person()
  categoryId = (await market.category()).id
})
afterAll(() => market.close())

describe('markup in a text', () => {
  const markup = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'{{7*7}}`

  it('A78 is kept as it was typed, and answered as JSON that no browser takes for a page', async () => {
    const { rpc, send } = attack
    const name = markup.slice(0, 100)
    const { id: listingId } = await market.listing({
      sellerId: seller.id,
      sellerName: name,
      categoryId,
      productName: name,
      description: markup,
      location: name,
    })
    await rpc(
      'orders.place',
      { listingId, phone: '555 0100', meetingPlace: markup, expectedPriceCents: 20_000 },
      { as: buyer.as },
    )
    const reads = [
      `/orders?email=${buyer.email}`,
      `/getProduct?email=${seller.email}`,
      `/trpc/listings.mine?input=%7B%7D`,
      `/trpc/orders.mine?input=%7B%7D`,
      `/categories/${categoryId}`,
    ]
    for (const path of reads) {
      const as = path.includes('getProduct') || path.includes('listings.mine') ? seller.as : buyer.as
      const answer = await send('GET', path, { as })
      expect(answer.status, path).toBe(200)
      expect(answer.headers.get('content-type'), path).toMatch(/^application\/json/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    const mine = await send('GET', `/orders?email=${buyer.email}`, { as: buyer.as })
    expect(mine.body).toMatchObject([{ product: name, location: markup }])
    const docs = await send('GET', '/docs')
    expect(docs.text).not.toContain(name)
  })

  it('A78 in an address is in no page that answers it', async () => {
    for (const path of [`/${markup}`, `/docs?x=${markup}`, `/openapi.json?x=${markup}`, `/images/${markup}`]) {
      const { headers, text } = await attack.send('GET', encodeURI(path), { headers: { accept: 'text/html' } })
      expect(text, path).not.toContain('onerror')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})

describe('a page of another site', () => {
  const strangers = [
    'https://evil.example',
    'null',
    `${LISTED}.evil.example`,
    'http://shop.example',
    'https://SHOP.example.',
    '',
  ]

  it('A80 is allowed nothing, neither on a path nor by a preflight', async () => {
    for (const origin of strangers) {
      for (const path of [
        '/categories',
        '/orders',
        '/trpc/accounts.me',
        '/config.json',
        '/webhooks/card-payments',
        '/webhooks/connected-accounts',
        '/audit.csv',
      ]) {
        const asks = {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        }
        for (const answer of [
          await attack.send('OPTIONS', path, { headers: asks }),
          await attack.send('GET', path, { as: buyer.as, headers: { origin } }),
        ]) {
          expect(answer.headers.get('access-control-allow-origin'), `${origin} ${path}`).toBeNull()
          expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
        }
      }
    }
  })

  it('A80 that is listed may call the REST paths with a bearer, and nothing of the typed face', async () => {
    const allowed = await attack.send('GET', '/categories', { headers: { origin: LISTED } })
    expect(allowed.headers.get('access-control-allow-origin')).toBe(LISTED)
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    for (const path of ['/trpc/accounts.me', '/config.json', '/audit.csv']) {
      const { headers } = await attack.send('GET', path, { as: buyer.as, headers: { origin: LISTED } })
      expect(headers.get('access-control-allow-origin'), path).toBeNull()
    }
  })

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain; application/json',
  ])('A80 posts no form: %s', async type => {
    const { id: listingId } = await market.listing({ sellerId: seller.id })
    const headers = { 'content-type': type, origin: 'https://evil.example' }
    const raw = JSON.stringify({ listingId, favorite: true, phone: '555 0100', meetingPlace: 'L' })
    // With a bearer, which a form could not even send: the type alone is enough to refuse it.
    for (const as of [undefined, buyer.as]) {
      for (const path of [
        '/orders',
        '/users',
        '/addProduct',
        '/payments',
        '/token-sync',
        '/trpc/listings.setFavorite',
        '/trpc/orders.place',
      ]) {
        const { code } = await attack.refused(() => attack.send('POST', path, { as, raw, headers }), 415)
        expect(code, path).toBe('UNSUPPORTED_MEDIA_TYPE')
      }
    }
  })
})

describe('every answer', () => {
  const paths = [
    '/healthz',
    '/config.json',
    '/categories',
    '/docs',
    '/nothing',
    '/%ZZ',
    '/trpc/nothing',
    '/trpc/catalog.categories',
    '/orders',
    '/images/x',
  ]

  it('A81 forbids every site to put it into a frame', async () => {
    for (const path of paths) {
      const { headers } = await attack.send('GET', path)
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
      expect(headers.get('x-frame-options'), path).toBe('DENY')
    }
  })

  it('A81 runs no script that stands in it, and takes no base, plug-in or form elsewhere', async () => {
    for (const path of paths) {
      const policy = (await attack.send('GET', path)).headers.get('content-security-policy') ?? ''
      const scripts = policy.split(';').find(directive => directive.startsWith('script-src')) ?? ''
      expect(scripts, path).not.toMatch(/unsafe|\*|data:|blob:|https?:(?!\/\/)/)
      for (const rule of ["base-uri 'none'", "object-src 'none'", "form-action 'self'"]) expect(policy).toContain(rule)
    }
  })

  it('A84 lets the Google popup talk to its opener, and no other page', async () => {
    for (const path of paths) {
      const { headers } = await attack.send('GET', path)
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin-allow-popups')
    }
  })
})

describe('a token', () => {
  it('A83 in an address opens nothing, and is not written to the log', async () => {
    const api = await market.startProcess({ LOG_LEVEL: 'trace' })
    const { send, rpc, refused } = attackOn({ ...market, url: api.url })
    const token = buyer.as.split(' ')[1] ?? ''
    for (const name of ['token', 'access_token', 'accessToken', 'authorization', 'bearer', 'jwt']) {
      await refused(() => send('GET', `/orders?email=${buyer.email}&${name}=${token}`), 401)
      await refused(() => send('GET', `/trpc/accounts.me?${name}=${token}`), 401)
      await refused(() => send('GET', `/audit.csv?${name}=${token}`), 401)
    }
    await refused(() => send('GET', '/orders', { as: buyer.as }), 400)
    await refused(() => rpc('orders.byId', { orderId: 'x' }, { as: buyer.as }), 400)
    await api.stop()
    const log = JSON.stringify(api.log)
    expect(log).toContain('/orders')
    expect(log).not.toContain(token)
    expect(log).not.toContain(token.split('.')[2])
  })

  it('A83 is in no answer but the one that gives it', async () => {
    const token = buyer.as.split(' ')[1] ?? ''
    for (const path of [
      `/orders?email=${buyer.email}`,
      '/orders',
      '/nothing',
      '/trpc/accounts.me',
      '/trpc/nothing',
      '/jwt?email=x',
    ]) {
      const { text, headers } = await attack.send('GET', path, { as: buyer.as })
      expect(text, path).not.toContain(token)
      expect([...headers].join(), path).not.toContain(token)
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    }
  })
})
