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
  market = await createMarket({ webhooks: false, takesPictures: true })
  attack = attackOn(market)
  scene = await makeScene(market, restClient(market))
})
afterAll(() => market.close())

describe('an address', () => {
  it('A63 with a bad or huge id is refused', async () => {
    const { send, rpc, refused } = attack
    const { admin, seller, buyer } = scene.people
    const ids = [
      '1',
      '0',
      '-1',
      'null',
      'undefined',
      'NaN',
      'x'.repeat(10_240),
      `${scene.order.id}0`,
      scene.order.id.slice(1),
      '{}',
      '*',
      "'",
      '..',
      '.',
      '%25',
      '%2e%2e',
      '%ff',
      '%E0%A4',
      `${scene.order.id}%20`,
      '[object Object]',
      '00000000000000000000000000000000',
    ]
    for (const id of ids) {
      await refused(() => send('GET', `/orders/${id}`, { as: buyer.as }), 400, 403, 404)
      await refused(() => send('GET', `/categories/${id}`), 400, 404)
      await refused(() => send('DELETE', `/deleteProduct/${id}`, { as: seller.as }), 400, 404)
      await refused(() => send('DELETE', `/users/${id}`, { as: admin.as }), 400, 404)
      await refused(() => send('POST', `/users/${id}`, { as: admin.as, body: { verified: 'verified' } }), 400, 404)
      for (const path of ['orders.byId', 'orders.cancel', 'payments.createIntent']) {
        await refused(() => rpc(path, { orderId: id }, { as: buyer.as }), 400, 414)
      }
      await refused(() => rpc('listings.remove', { listingId: id }, { as: seller.as }), 400)
      await refused(() => rpc('catalog.category', { categoryId: id }), 400, 414)
    }
    // Well formed, and of nothing.
    for (const id of [
      crypto.randomUUID(),
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ]) {
      await refused(() => send('GET', `/orders/${id}`, { as: admin.as }), 404)
      await refused(() => rpc('orders.byId', { orderId: id }, { as: admin.as }), 404)
      await refused(() => send('DELETE', `/users/${id}`, { as: admin.as }), 404)
    }
  })

  it.each([
    '/%ZZ',
    '/orders/%ZZ',
    '/%',
    '/%f',
    '/%c0%af',
    '//',
    '//orders',
    '//evil.example/%2f..',
    '/\\evil.example',
    '/..%2f',
    '/../',
    '/..;/admin',
    '/./orders/.',
    '/orders/..%2fusers%2fBuyer',
    '/trpc',
    '/trpc/',
    '/trpc//accounts.me',
    '/trpc/accounts.me/x',
    '/trpc/,',
    '/trpc/accounts%2eme%00',
    '/1/upload/..%2f..%2fimages',
    '/images/..%2f..%2f..%2fetc%2fpasswd',
    '/images/%2e%2e/%2e%2e/etc/passwd',
    '/images/....//....//etc/passwd',
    '/images/.incoming/x',
    '/images/',
    '/.env',
    '/.git/config',
    '/server.ts',
    '/package.json',
    '*',
    '?',
    '#',
    `/${'a'.repeat(10_240)}`,
    `/${'../'.repeat(500)}etc/passwd`,
    `/orders/${'%2e%2e%2f'.repeat(100)}`,
  ])('A63 of %s leads nowhere', async path => {
    for (const method of ['GET', 'POST', 'DELETE', 'HEAD']) {
      const answer = await rawRequest(market.url, head(`${method} ${path}`, `Authorization: ${scene.people.buyer.as}`))
      expect([400, 404, 405, 414, 415], `${method} ${answer?.text}`).toContain(answer?.status)
      expect(answer?.text ?? '').not.toContain('root:')
    }
  })
})

describe('a method', () => {
  it('A64 that is named in a header or the query has no effect', async () => {
    const { send, refused } = attack
    const { id } = scene.available
    const { as } = scene.people.seller
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      await refused(() => send('POST', `/deleteProduct/${id}`, { as, headers: { [header]: 'DELETE' } }), 404, 405)
      await refused(() => send('GET', `/deleteProduct/${id}`, { as, headers: { [header]: 'DELETE' } }), 404, 405)
      const got = await refused(() => send('GET', '/trpc/notices.unread', { as, headers: { [header]: 'POST' } }), 200)
      expect(got.status).toBe(200)
    }
    await refused(
      () => send('POST', `/deleteProduct/${id}?_method=DELETE`, { as, body: { _method: 'DELETE' } }),
      404,
      405,
    )
    // A change by a mere reading, as a link on another site could cause one.
    for (const path of ['notices.readAll', 'listings.remove', 'orders.place', 'accounts.removeUser']) {
      const query = encodeURIComponent(JSON.stringify({ listingId: id }))
      await refused(() => send('GET', `/trpc/${path}?input=${query}`, { as }), 405)
    }
    await refused(() => send('POST', '/trpc/accounts.me', { as, body: {} }), 405)
  })

  it.each([
    'TRACE',
    'TRACK',
    'PUT',
    'PATCH',
    'OPTIONS',
    'PROPFIND',
    'MKCOL',
    'COPY',
    'LOCK',
    'SEARCH',
    'PURGE',
    'LINK',
    'QUERY',
  ])('A64 %s does nothing', async method => {
    for (const path of [
      '/',
      '/orders',
      `/deleteProduct/${scene.available.id}`,
      '/trpc/notices.readAll',
      '/webhooks/card-payments',
      '/webhooks/connected-accounts',
      '/config.json',
    ]) {
      const { as } = scene.people.seller
      const answer = await attack.refused(
        async () => {
          const raw = await rawRequest(market.url, head(`${method} ${path}`, `Authorization: ${as}`, 'X-Secret: 42'))
          if (!raw) throw new Error('There was no answer')
          return raw
        },
        400,
        404,
        405,
      )
      expect(answer.text).not.toContain('X-Secret')
    }
  })

  it('A64 CONNECT opens no tunnel', async () => {
    for (const target of ['evil.example:443', '127.0.0.1:22', '/']) {
      const answer = await rawRequest(market.url, `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
      expect([400, 405]).toContain(answer?.status)
    }
    const upgraded = await rawRequest(
      market.url,
      head('GET /trpc/catalog.categories', 'Upgrade: websocket', 'Sec-WebSocket-Key: x'),
    )
    expect(upgraded?.status).not.toBe(101)
  })
})

describe('a line break', () => {
  it('A68 in a name is refused', async () => {
    const { rpc, refused } = attack
    const { seller } = scene.people
    for (const evil of ['Ana\r\nSet-Cookie: a=b', 'Ana\nlevel: 60', 'Ana\r']) {
      const input = {
        listingId: scene.available.id,
        phone: '555 0100',
        meetingPlace: `${evil} x`,
        expectedPriceCents: 20_000,
      }
      await refused(() => rpc('orders.place', input, { as: scene.people.buyer.as }), 400)
      const edit = { listingId: scene.available.id, description: `ok\r\u0000${evil}`, resalePriceCents: 100 }
      await refused(() => rpc('listings.edit', edit, { as: seller.as }), 400)
    }
  })

  it('A68 in an address or a header adds no header to the answer', async () => {
    const { as, email } = scene.people.seller
    const injected = '%0d%0aSet-Cookie:%20a=b%0d%0a%0d%0a<script>'
    for (const path of [
      `/getProduct?email=${email}&limit=1&x=${injected}`,
      `/categories/${scene.categoryId}?limit=1&x=${injected}`,
      `/orders/${injected}`,
      `/${injected}`,
      `/images/${injected}`,
    ]) {
      const answer = await rawRequest(market.url, head(`GET ${path}`, `Authorization: ${as}`))
      expect(answer?.headers.get('set-cookie')).toBeNull()
      expect(answer?.headers.get('link') ?? '').not.toMatch(/[\r\n]/)
      expect(answer?.text ?? '').not.toContain('<script>')
    }
    for (const bytes of [
      'X-A: b\rSet-Cookie: a=b',
      'X-A: b\nSet-Cookie: a=b',
      'X-A : b',
      'X-A\r\n : b',
      ': b',
      'X\u0001: b',
    ]) {
      const answer = await rawRequest(market.url, head('GET /categories', bytes))
      expect([200, 400]).toContain(answer?.status)
      expect(answer?.headers.get('set-cookie')).toBeNull()
    }
  })

  it('A68 makes no line of its own in the log, and no token is written there', async () => {
    const api = await market.startProcess({ LOG_LEVEL: 'trace' })
    const { as } = scene.people.buyer
    const token = as.slice('bearer '.length)
    const forged = '%0d%0a{"level":60,"msg":"forged by an attacker"}'
    const evil = [
      head(`GET /orders/${forged}`, `Authorization: ${as}`),
      head(`GET /orders?email=${forged}`, `Authorization: ${as}`),
      head(
        'GET /categories',
        'User-Agent: x\u001b[2J{"msg":"forged by an attacker"}',
        `Cookie: second-ring-session=${token}`,
      ),
      head('GET /categories', 'X-Request-Id: {"msg":"forged by an attacker"}', 'Referer: \u0085forged'),
      head('GET /jwt?email=x@x.co', 'Authorization: Bearer forged-by-an-attacker'),
      'GET /categories HTTP/1.1\r\nHost: {"msg":"forged by an attacker"}\r\nConnection: close\r\n\r\n',
    ]
    for (const bytes of evil) await rawRequest(api.url, bytes)
    await api.stop()
    expect(api.log.length).toBeGreaterThan(0)
    for (const line of api.log) {
      // A line that is not the log's own has no level.
      expect(line.level, line.msg).toBeGreaterThan(0)
      expect(line.msg).not.toContain('forged by an attacker')
      expect(JSON.stringify(line)).not.toContain(token)
      expect(JSON.stringify(line)).not.toContain('forged-by-an-attacker')
    }
  })
})
