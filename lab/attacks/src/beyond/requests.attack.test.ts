import { restClient } from '@second-ring/api/http/rest/testing/rest-client'
import { makeScene, type Scene } from '@second-ring/api/http/rest/testing/scene'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { head, rawRequest } from '../wire/raw-request.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let scene: Scene
beforeAll(async () => {
  market = await createMarket({ webhooks: false, corsOrigins: ['https://shop.example'], requestTimeoutMs: 1500 })
  attack = attackOn(market)
  scene = await makeScene(market, restClient(market))
})
afterAll(() => market.close())

const json = { 'content-type': 'application/json' }

describe('JSON that two readers read differently', () => {
  it('A95 with a key twice is read by the last, by every check and every effect', async () => {
    const { send, refused } = attack
    const { seller, buyer } = scene.people
    const { id } = scene.available
    const booking = (email: string, price: string) =>
      `{"product":"x","product_img":"/images/${'0'.repeat(32)}.webp","email":${email},"price":${price},"location":"L","phone":"555 0100","productId":"${id}"}`
    const to = (raw: string) => send('POST', '/orders', { as: buyer.as, raw, headers: json })
    const twice = (first: string, last: string) => `"${first}","email":"${last}"`
    await refused(() => to(booking(twice(buyer.email, seller.email), '200')), 403)
    await refused(() => to(booking(twice(seller.email, buyer.email), '200,"price":1')), 200)
    const booked = await to(booking(twice(seller.email, buyer.email), '1,"price":200'))
    const { insertedId } = booked.body as { insertedId: string }
    const order = await market.database.order.findUniqueOrThrow({ where: { id: insertedId } })
    expect(order).toMatchObject({ buyerId: buyer.id, priceCents: 20_000 })
    await refused(
      () =>
        send('POST', '/trpc/orders.byId', {
          as: buyer.as,
          raw: `{"orderId":"x","orderId":"${insertedId}"}`,
          headers: json,
        }),
      405,
    )
  })
})

describe('a request inside a request', () => {
  const inner = 'DELETE /users/x HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const post = (headers: string[], body: string) =>
    `${['POST /orders HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...headers].join('\r\n')}\r\n\r\n${body}`

  it.each([
    ['of a length and of chunks', post(['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${inner}`)],
    ['of chunks and of a length', post(['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${inner}`)],
    ['of two lengths', post(['Content-Length: 2', 'Content-Length: 50'], `{}${inner}`)],
    ['of lengths in a list', post(['Content-Length: 2, 50'], `{}${inner}`)],
    ['of a negative length', post(['Content-Length: -1'], inner)],
    ['of a length with a sign', post(['Content-Length: +2'], `{}${inner}`)],
    ['of a hexadecimal length', post(['Content-Length: 0x2'], `{}${inner}`)],
    ['of a huge length', post(['Content-Length: 99999999999999999999'], inner)],
    ['of an encoding that ends otherwise', post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${inner}`)],
    ['of an encoding that is none', post(['Transfer-Encoding: xchunked'], `0\r\n\r\n${inner}`)],
    ['of a disguised encoding', post(['Transfer-Encoding : chunked'], `0\r\n\r\n${inner}`)],
    ['of a folded encoding', post(['Transfer-Encoding:\r\n chunked', 'Content-Length: 5'], `0\r\n\r\n${inner}`)],
    ['of two encodings', post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${inner}`)],
    ['of a chunk with a bad size', post(['Transfer-Encoding: chunked'], `zz\r\n{}\r\n0\r\n\r\n${inner}`)],
    ['of a chunk with a huge size', post(['Transfer-Encoding: chunked'], `ffffffffffffffffff\r\n{}\r\n`)],
    ['of a chunk that is longer than it says', post(['Transfer-Encoding: chunked'], `1\r\n{}\r\n0\r\n\r\n${inner}`)],
    ['of lines without a carriage return', post(['Content-Length: 2'], `{}${inner}`).replaceAll('\r\n', '\n')],
    [
      'of a body that an old protocol ends otherwise',
      `POST /orders HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    ],
  ])('A96 %s is refused, and its connection is closed', async (_what, bytes) => {
    const answer = await attack.refused(
      async () => {
        const said = await rawRequest(market.url, bytes)
        if (!said) throw new Error('It was closed without a word')
        return said
      },
      400,
      413,
    )
    // One answer, and it is not of the request within.
    expect(answer.text.match(/HTTP\/1\.1/g)).toBeNull()
  })

  it('A96 in a row is each answered as its own sender’s', async () => {
    const { buyer, seller } = scene.people
    const one = `GET /orders?email=${buyer.email} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${buyer.as}\r\n\r\n`
    const two = `GET /orders?email=${buyer.email} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    const three = head(`GET /getProduct?email=${seller.email}`, `Authorization: ${buyer.as}`)
    const answer = await rawRequest(market.url, `${one}${two}${three}`)
    const statuses = [
      answer?.status,
      ...[...(answer?.text ?? '').matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
    ]
    expect(statuses).toEqual([200, 401, 403])
  })
})

describe('a request that is too much', () => {
  it('A97 with thousands of headers, or long ones, is refused', async () => {
    const floods = [
      Array.from({ length: 3000 }, (_, n) => `X-${n}: ${n}`),
      Array.from({ length: 3000 }, () => 'Cookie: a=b'),
      [`X-Long: ${'x'.repeat(30_000)}`],
      [`Cookie: ${'a=b; '.repeat(6000)}`],
      [`${'X'.repeat(30_000)}: x`],
      [`Referer: http://${'x'.repeat(30_000)}`],
    ]
    for (const headers of floods) {
      const answer = await rawRequest(market.url, head('GET /categories', ...headers))
      expect(answer?.status).toBe(431)
      expect(answer?.code).toBe('HEADERS_TOO_LARGE')
    }
    expect((await attack.send('GET', '/categories')).status).toBe(200)
  })

  it('A97 with a very long query is answered at once', async () => {
    const { as, email } = scene.people.buyer
    const long = [
      `/orders?email=${email}&${'x=1&'.repeat(5000)}`,
      `/orders?${'email=x&'.repeat(2000)}`,
      `/getAddProduct?email=${'x'.repeat(20_000)}`,
      `/categories/${scene.categoryId}?limit=${'1'.repeat(20_000)}`,
      `/trpc/listings.advertised?input=${'%20'.repeat(6000)}`,
      `/jwt?email=${'a@'.repeat(8000)}`,
    ]
    for (const path of long) {
      const answer = await attack.refused(() => attack.send('GET', path, { as }), 200, 400, 401, 414, 431)
      expect(answer.text.length).toBeLessThan(10_000)
    }
    const huge = await rawRequest(market.url, head(`GET /?${'x'.repeat(100_000)}`))
    expect(huge?.status).toBe(431)
  })
})

describe('a batch', () => {
  it('A100 with inputs for calls that it does not make, or of another shape, does no more than it says', async () => {
    const { send, refused } = attack
    const { as } = scene.people.buyer
    const { id: listingId } = scene.available
    const favorite = { listingId, favorite: true }
    const path = '/trpc/listings.setFavorite?batch=1'
    const odd: unknown[] = [
      [],
      { '-1': favorite },
      { '1': favorite },
      { '00': favorite },
      { '0x0': favorite },
      { ' 0': favorite },
      { '1e0': favorite },
      { toString: favorite },
      { length: 1 },
      favorite,
    ]
    for (const body of odd) await refused(() => send('POST', path, { as, body }), 400)
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [n + 1, favorite]))
    await refused(() => send('POST', path, { as, body: many }), 400)
    expect(
      (await send('POST', path, { as, body: { 0: favorite, 1: { listingId, favorite: false }, 9: {} } })).status,
    ).toBe(200)
    expect(await market.database.favorite.count({ where: { userId: scene.people.buyer.id } })).toBe(1)
    // A batch is many calls of one person: none of them is anyone else's.
    const mixed = await send('POST', '/trpc/accounts.removeUser,notices.readAll?batch=1', {
      as,
      body: { 0: { userId: scene.people.seller.id } },
    })
    expect(mixed.status).toBe(207)
    expect(mixed.body).toMatchObject([{ error: { data: { code: 'FORBIDDEN' } } }, { result: { data: { unread: 0 } } }])
  })
})

describe('the name of the host', () => {
  const hosts = ['evil.example', 'evil.example:80', 'localhost.evil.example']

  it('A102 that a request gives is in no answer', async () => {
    await Promise.all(Array.from({ length: 3 }, () => market.listing({ categoryId: scene.categoryId })))
    const { as, email } = scene.people.seller
    const paths = [
      '/config.json',
      '/openapi.json',
      '/docs',
      `/categories/${scene.categoryId}?limit=1`,
      '/getAddProduct',
      '/categories',
      `/getProduct?email=${email}&limit=1`,
      '/nothing',
      '/trpc/catalog.categories',
    ]
    for (const host of hosts) {
      for (const path of paths) {
        const line = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nAuthorization: ${as}\r\n`
        const forwarded = `X-Forwarded-Host: ${host}\r\nX-Forwarded-Proto: https\r\nForwarded: host=${host}\r\nX-Original-URL: /users/Buyer\r\nX-Rewrite-URL: /users/Buyer\r\n\r\n`
        const answer = await rawRequest(market.url, `${line}${forwarded}`)
        expect(answer?.text).not.toContain('evil.example')
        expect([...(answer?.headers ?? [])].join()).not.toContain('evil.example')
      }
      const absolute = await rawRequest(
        market.url,
        `GET http://${host}/config.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      )
      expect(absolute?.text).not.toContain('evil.example')
    }
  })

  it('A102 that is none, missing or given twice is refused', async () => {
    for (const host of [
      '',
      ' ',
      'a b',
      '[',
      '///',
      'a/b',
      'a@b',
      'a?b',
      'a#b',
      'a\\b',
      'a:b',
      'a:99999999',
      '"><script>',
      '%00',
      '\u00e9',
    ]) {
      for (const path of ['/categories', '/trpc/catalog.categories', '/config.json', '/images/x']) {
        const answer = await rawRequest(
          market.url,
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        )
        expect(answer?.status, `${path} ${host}`).toBe(400)
        expect(answer?.text).not.toContain('<script>')
      }
    }
    for (const bytes of [
      'GET /categories HTTP/1.1\r\nConnection: close\r\n\r\n',
      head('GET /categories', 'Host: evil.example'),
    ]) {
      expect((await rawRequest(market.url, bytes))?.status).toBe(400)
    }
  })
})

describe('a cache between', () => {
  it('A103 has nothing to keep of what is set up, and nothing that a header of a request could have put there', async () => {
    const { body, headers } = await attack.send('GET', '/config.json')
    expect(headers.get('cache-control')).toBe('no-store')
    const poison = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-prefix': '/evil',
      'x-host': 'evil.example',
      origin: 'https://evil.example',
      cookie: 'a=b',
      'accept-language': 'xx',
      'user-agent': '<script>',
    }
    for (const path of ['/config.json', '/config.json?callback=evil', '/config.json?x=evil.example']) {
      const poisoned = await attack.send('GET', path, { headers: poison })
      expect(poisoned.body).toEqual(body)
      expect(poisoned.headers.get('cache-control')).toBe('no-store')
      expect(poisoned.headers.get('content-type')).toMatch(/^application\/json/)
    }
    for (const path of ['/config.json/x.css', '/config.json;x.js', '/config.jsonx', '/orders/x.css']) {
      const answer = await attack.send('GET', path, { as: scene.people.buyer.as })
      expect([400, 404]).toContain(answer.status)
    }
  })

  it('A103 keeps no answer of one person for another', async () => {
    const { as, email } = scene.people.buyer
    const reads = [
      `/orders?email=${email}`,
      `/orders/${scene.order.id}`,
      `/users/admin/${email}`,
      '/trpc/accounts.me',
      '/trpc/orders.mine?input=%7B%7D',
      '/trpc/notices.list?input=%7B%7D',
    ]
    for (const path of reads) {
      const { headers, status } = await attack.send('GET', path, { as })
      expect(status, path).toBe(200)
      expect(headers.get('cache-control'), path).toMatch(/no-store|private/)
    }
    const allowed = await attack.send('GET', '/categories', { headers: { origin: 'https://shop.example' } })
    expect(allowed.headers.get('vary')?.toLowerCase()).toContain('origin')
  })
})

describe('a text that makes a pattern work', () => {
  it('A105 is answered as fast as any', async () => {
    const n = 40_000
    const texts = [
      'a'.repeat(n),
      `${'a@'.repeat(n / 2)}`,
      `a@${'a.'.repeat(n / 2)}`,
      `a@${'a-'.repeat(n / 2)}`,
      `${'a.'.repeat(n / 2)}@`,
      ' '.repeat(n),
      `${' '.repeat(n)}\0`,
      '5'.repeat(n),
      `${'5 '.repeat(n / 2)}x`,
      `+${'5-('.repeat(n / 3)}x`,
      '\u0301'.repeat(n / 4),
      'a\u0301'.repeat(n / 4),
      '\u200d'.repeat(n / 4),
      `${'0'.repeat(n)}.`,
      `${'0'.repeat(n)}e`,
      `-${'0'.repeat(n)}`,
      '-'.repeat(n),
      `2026-01-01T00:00:00.${'0'.repeat(n)}`,
    ]
    const { buyer, seller } = scene.people
    const { id: listingId } = scene.available
    const { send, rpc } = attack
    for (const text of texts) {
      const calls = [
        () =>
          send('POST', '/orders', {
            as: buyer.as,
            body: { product: text, email: buyer.email, price: 200, location: 'L', phone: '555 0100' },
          }),
        () =>
          send('POST', '/orders', {
            as: buyer.as,
            body: { product: 'x', email: text, price: 200, location: 'L', phone: '555 0100' },
          }),
        () =>
          send('POST', '/orders', {
            as: buyer.as,
            body: { product: 'x', email: buyer.email, price: text, location: 'L', phone: '555 0100' },
          }),
        () => send('POST', '/create-payment-intent', { as: buyer.as, body: { price: 200, bookingId: text } }),
        () =>
          rpc(
            'orders.place',
            { listingId, phone: text, meetingPlace: 'L', expectedPriceCents: 20_000 },
            { as: buyer.as },
          ),
        () =>
          rpc(
            'orders.place',
            { listingId, phone: '555 0100', meetingPlace: text, expectedPriceCents: 20_000 },
            { as: buyer.as },
          ),
        () => rpc('listings.edit', { listingId, description: text, resalePriceCents: 100 }, { as: seller.as }),
        () =>
          rpc(
            'listings.edit',
            { listingId, description: 'x', resalePriceCents: 100, images: [text] },
            { as: seller.as },
          ),
        () => rpc('orders.handOver', { orderId: scene.order.id, code: text }, { as: seller.as }),
        () => rpc('payments.confirm', { orderId: scene.order.id, transactionId: `pi_${text}` }, { as: buyer.as }),
      ]
      for (const call of calls) {
        const started = performance.now()
        expect((await call()).status).toBe(400)
        expect(performance.now() - started, text.slice(0, 20)).toBeLessThan(2000)
      }
    }
  })
})
