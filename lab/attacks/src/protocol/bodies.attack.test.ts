import { restClient } from '@second-ring/api/http/rest/testing/rest-client'
import { makeScene, type Scene } from '@second-ring/api/http/rest/testing/scene'
import { BODY_MAX_BYTES } from '@second-ring/contracts/limits'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn, typeOf } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

/** Of the payment provider's events. */
const EVENT_MAX = 256 * 1024

let market: Market
let attack: ReturnType<typeof attackOn>
let scene: Scene
let newcomer: { email: string; as: string }
beforeAll(async () => {
  market = await createMarket({ webhooks: false, takesPictures: true })
  attack = attackOn(market)
  scene = await makeScene(market, restClient(market))
  newcomer = await usersOf(market).newcomer()
})
afterAll(() => market.close())

interface Write {
  path: string
  body: Record<string, unknown>
  as: string
}

/** Every REST call with a body, as someone who may make it, with a body that is good but for what is done to it. */
function restWrites(): Write[] {
  const { seller, buyer, admin } = scene.people
  const product = {
    id: scene.categoryId,
    condition: 'good',
    description: 'Works.',
    image: PICTURE,
    product_name: 'Aurora 9',
    location: 'Portland',
    resale_price: 100,
    orginal_price: 200,
    year_used: 1,
    seller_name: 'Ana',
    email: seller.email,
  }
  const booking = {
    product: 'Aurora 12',
    product_img: PICTURE,
    email: buyer.email,
    price: 200,
    location: 'L',
    phone: '555 0100',
  }
  const payment = {
    price: 200,
    transactionId: scene.order.transactionId,
    email: buyer.email,
    bookingId: scene.order.id,
  }
  return [
    { path: '/users', body: { name: 'Ana', email: newcomer.email, role: 'Buyer' }, as: newcomer.as },
    { path: `/users/${seller.id}`, body: { verified: 'verified' }, as: admin.as },
    { path: '/addProduct', body: product, as: seller.as },
    { path: '/addProductTohome', body: { _id: scene.available.id }, as: seller.as },
    { path: '/orders', body: booking, as: buyer.as },
    { path: '/create-payment-intent', body: { price: 200, bookingId: scene.order.id }, as: buyer.as },
    { path: '/payments', body: payment, as: buyer.as },
  ]
}

/** Calls of the typed API that change something, likewise. */
function rpcWrites(): Write[] {
  const { seller, buyer, admin } = scene.people
  const listing = {
    categoryId: scene.categoryId,
    productName: 'Aurora 9',
    sellerName: 'Ana',
    condition: 'GOOD',
    description: 'Works.',
    location: 'Portland',
    images: [PICTURE],
    resalePriceCents: 10_000,
    originalPriceCents: 20_000,
    yearsUsed: 1,
  }
  const { id: listingId } = scene.available
  const orderId = scene.order.id
  const of = (path: string, body: Record<string, unknown>, { as }: { as: string }): Write => ({ path, body, as })
  return [
    of('accounts.register', { idToken: newcomer.as.slice('Bearer '.length), name: 'Ana', role: 'BUYER' }, buyer),
    of('accounts.exchange', { idToken: newcomer.as.slice('Bearer '.length) }, buyer),
    of('accounts.verifySeller', { userId: seller.id }, admin),
    of('accounts.removeUser', { userId: buyer.id }, admin),
    of('listings.create', listing, seller),
    of('listings.edit', { listingId, description: 'Works.', resalePriceCents: 100, images: [PICTURE] }, seller),
    of('listings.advertise', { listingId }, seller),
    of('listings.stopAdvertising', { listingId }, seller),
    of('listings.remove', { listingId }, seller),
    of('listings.setFavorite', { listingId, favorite: true }, buyer),
    of('orders.place', { listingId, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }, buyer),
    of('orders.cancel', { orderId }, buyer),
    of('orders.handOver', { orderId, code: '123456' }, seller),
    of('orders.renewHandoverCode', { orderId }, buyer),
    of('orders.joinWaitingList', { listingId: scene.booked.id }, scene.people['another buyer']),
    of('orders.leaveWaitingList', { listingId: scene.booked.id }, buyer),
    of('payments.createIntent', { orderId }, buyer),
    of('payments.confirm', { orderId, transactionId: scene.order.transactionId }, buyer),
    of('payments.refund', { orderId, reason: 'Broken', relist: true }, seller),
    of('notices.readAll', {}, buyer),
  ].map(write => ({ ...write, path: `/trpc/${write.path}` }))
}

const allWrites = (): Write[] => [...restWrites(), ...rpcWrites()]
const json = { 'content-type': 'application/json' }
const sendRaw = ({ path, as }: Write, raw: string) => attack.send('POST', path, { as, raw, headers: json })

/** The body with more members, written as they stand. */
function withMembers({ body }: Write, members: string): string {
  const text = JSON.stringify(body)
  return text === '{}' ? `{${members}}` : `${text.slice(0, -1)},${members}}`
}

describe('a body', () => {
  it('A57 with a key that reaches a prototype is refused', async () => {
    const keys = [
      '"__proto__":{"role":"ADMIN"}',
      '"__proto__":null',
      '"\\u005f_proto__":{"role":"ADMIN"}',
      '"__pr\\u006fto__":{"role":"ADMIN"}',
      '"constructor":{"prototype":{"role":"ADMIN"}}',
      '"c\\u006fnstructor":{"pr\\u006ftotype":{"role":"ADMIN"}}',
      '"extra":{"deep":[{"__proto__":{"role":"ADMIN"}}]}',
    ]
    for (const write of allWrites()) {
      for (const key of keys) await attack.refused(() => sendRaw(write, withMembers(write, key)), 400)
    }
    const [write] = rpcWrites()
    if (write)
      await attack.refused(() => sendRaw({ ...write, path: `${write.path}?batch=1` }, '{"__proto__":{"0":{}}}'), 400)
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })

  it('A57 nor a query or an address with one', async () => {
    const { send, refused } = attack
    const { as, email } = scene.people.buyer
    for (const input of ['{"__proto__":{"limit":1}}', '{"limit":1,"constructor":{"prototype":{}}}']) {
      for (const query of [
        `input=${encodeURIComponent(input)}`,
        `batch=1&input=${encodeURIComponent(`{"0":${input}}`)}`,
      ]) {
        await refused(() => send('GET', `/trpc/orders.mine?${query}`, { as }), 400)
      }
    }
    for (const name of ['__proto__', '__proto__[role]', 'constructor', 'constructor[prototype][role]', 'prototype']) {
      await refused(() => send('GET', `/orders?email=${email}&${name}=x`, { as }), 400)
      await refused(() => send('GET', `/live?notices=true&${name}=x`, { as }), 400)
    }
    for (const path of [
      '__proto__',
      'constructor',
      'accounts.__proto__',
      'accounts.constructor',
      'toString',
      'accounts',
      '__proto__.x',
    ]) {
      await refused(() => send('GET', `/trpc/${path}`, { as }), 404)
      await refused(() => send('POST', `/trpc/${path}`, { as, body: {} }), 404)
    }
  })

  it('A58 of one byte over the limit is refused, on every call that takes one', async () => {
    const paths = [...allWrites(), { path: '/token-sync', body: {}, as: newcomer.as }]
    for (const write of paths) {
      const start = '{"filler":"'
      const over = `${start}${'x'.repeat(BODY_MAX_BYTES + 1 - start.length - 2)}"}`
      expect(over).toHaveLength(BODY_MAX_BYTES + 1)
      await attack.refused(() => sendRaw(write, over), 413)
    }
    const event = { path: '/webhooks/card-payments', body: {}, as: '' }
    await attack.refused(() => sendRaw(event, 'x'.repeat(EVENT_MAX + 1)), 413)
    const fits = withMembers(
      { path: '', as: '', body: { price: 200 } },
      `"filler":"${'x'.repeat(BODY_MAX_BYTES - 30)}"`,
    )
    const answer = await attack.send('POST', '/create-payment-intent', {
      as: scene.people.buyer.as,
      raw: fits,
      headers: json,
    })
    expect(answer.status).not.toBe(413)
  })

  it('A251 of tens of thousands of empty objects is refused before it is parsed, on every call that takes one', async () => {
    const many = `{"a":[${Array.from({ length: 20_000 }, () => '{}').join()}]}`
    for (const write of allWrites()) {
      const answer = await attack.refused(() => sendRaw(write, many), 400)
      expect(answer.text).toContain('more than 5000 values')
    }
  })

  it('A58 of 500,000 levels is refused, and so are as many levels as fit', async () => {
    const fits = BODY_MAX_BYTES / 2 - 10
    for (const write of allWrites()) {
      await attack.refused(() => sendRaw(write, `${'['.repeat(500_000)}${']'.repeat(500_000)}`), 400, 413)
      await attack.refused(() => sendRaw(write, `${'['.repeat(fits)}${']'.repeat(fits)}`), 400)
      await attack.refused(() => sendRaw(write, '['.repeat(BODY_MAX_BYTES - 1)), 400)
      await attack.refused(() => sendRaw(write, `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`), 400)
    }
  })

  it('A58 that is no JSON, no object or cut off is refused in the product’s own words', async () => {
    const broken = [
      '{',
      '{"a":',
      '[',
      'null',
      '"x"',
      '1',
      'NaN',
      '{a:1}',
      "{'a':1}",
      '{"a":1,}',
      '{"a":1}{"b":2}',
      '\ufeff',
      '//',
      '\u0000',
      '{"a":"\u0001"}',
      'undefined',
    ]
    for (const write of allWrites().filter(({ path }) => !path.endsWith('readAll'))) {
      for (const raw of broken) {
        const { text } = await attack.refused(() => sendRaw(write, raw), 400)
        expect(text).not.toMatch(/position|token|column|Unexpected/i)
      }
    }
  })

  it('A67 of another type is refused', async () => {
    const types = [
      undefined,
      '',
      'application/xml',
      'text/xml',
      'text/plain',
      'text/plain; application/json',
      'text/json',
      'application/jsonp',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'application/octet-stream',
      'application/json-patch+json',
      '*/*',
      'x',
      'application/json, text/plain',
    ]
    for (const { path, as, body } of allWrites()) {
      for (const type of types) {
        const raw = new Blob([JSON.stringify(body)])
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
        await attack.refused(() => attack.send('POST', path, { as, raw, headers }), 415)
      }
      const form = new FormData()
      form.set('role', 'admin')
      await attack.refused(() => attack.send('POST', path, { as, raw: form }), 415)
    }
  })

  it('A65 with a batch of 2,000 calls is refused', async () => {
    const { send, refused } = attack
    const { as } = scene.people.buyer
    const names = (count: number, name: string) => Array.from({ length: count }, () => name).join(',')
    const inputs = JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [n, {}])))
    for (const count of [11, 100]) {
      await refused(() => send('GET', `/trpc/${names(count, 'catalog.categories')}?batch=1`, { as }), 400)
      await refused(() => send('POST', `/trpc/${names(count, 'notices.readAll')}?batch=1`, { as, body: {} }), 400)
    }
    await refused(() => send('GET', `/trpc/${names(2000, 'a.b')}?batch=1`, { as }), 400, 414)
    await refused(() => send('POST', `/trpc/${names(2000, 'a')}?batch=1`, { as, raw: inputs, headers: json }), 400, 414)
    expect((await send('GET', `/trpc/${names(10, 'catalog.categories')}?batch=1`)).status).toBe(200)
  })
})

describe('an object where a text belongs', () => {
  const operators: unknown[] = [
    { not: '' },
    { contains: '' },
    { in: [] },
    { $ne: null },
    [],
    [''],
    {},
    [{}],
    true,
    { toString: 'x' },
  ]

  it('A61 is refused on the REST paths', async () => {
    for (const { path, body, as } of restWrites()) {
      for (const name of Object.keys(body)) {
        for (const operator of operators) {
          await attack.refused(() => attack.send('POST', path, { as, body: { ...body, [name]: operator } }), 400)
        }
      }
    }
  })

  it('A61 is refused on the typed face', async () => {
    for (const { path, body, as } of rpcWrites()) {
      for (const name of Object.keys(body)) {
        for (const operator of operators) {
          if (operator === true && typeof body[name] === 'boolean') continue
          await attack.refused(() => attack.send('POST', path, { as, body: { ...body, [name]: operator } }), 400)
        }
      }
    }
  })

  it('A61 is refused in the queries and searches of both faces', async () => {
    const { send, rpc, refused } = attack
    const { buyer, admin } = scene.people
    const reads: [string, object, Person | undefined][] = [
      ['catalog.category', { categoryId: scene.categoryId }, undefined],
      ['listings.byCategory', { categoryId: scene.categoryId, limit: 5, cursor: 'x' }, undefined],
      ['listings.advertised', { limit: 5, cursor: 'x' }, undefined],
      ['orders.byId', { orderId: scene.order.id }, buyer],
      ['orders.mine', { limit: 5, cursor: 'x' }, buyer],
      ['accounts.list', { role: 'BUYER', search: 'x' }, admin],
      ['accounts.previewRemoval', { userId: buyer.id }, admin],
      [
        'audit.list',
        { action: 'x', involving: buyer.id, from: '2026-01-01T00:00:00Z', until: '2026-01-01T00:00:00Z' },
        admin,
      ],
    ]
    for (const [path, input, caller] of reads) {
      expect(typeOf(path)).toBe('query')
      for (const name of Object.keys(input)) {
        for (const operator of operators) {
          await refused(() => rpc(path, { ...input, [name]: operator }, { as: caller?.as }), 400)
        }
      }
    }
    const as = buyer.as
    for (const query of [
      'email[not]=',
      'email[]=x',
      'email.not=',
      'email%5Bnot%5D=',
      'email={"not":""}',
      'email[0]=x&email[1]=y',
    ]) {
      await refused(() => send('GET', `/orders?${query}`, { as }), 400)
      await refused(() => send('GET', `/getProduct?${query}`, { as: scene.people.seller.as }), 400)
    }
    for (const limit of ['0', '-1', '101', '1e9', 'x', '', '1.5', '0x10', '[1]', '99999999999']) {
      await refused(() => send('GET', `/orders?email=${buyer.email}&limit=${limit}`, { as }), 400)
      await refused(() => send('GET', `/categories/${scene.categoryId}?limit=${limit}`), 400)
    }
    for (const query of [
      'involving=x',
      'from=yesterday',
      'until[not]=',
      'action=a&action=b',
      'involving[not]=x',
      'from=9e9',
    ]) {
      await refused(() => send('GET', `/audit.csv?${query}`, { as: admin.as }), 400)
    }
  })
})
