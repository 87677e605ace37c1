import { restClient } from '@second-ring/api/http/rest/testing/rest-client'
import { makeScene, type Scene } from '@second-ring/api/http/rest/testing/scene'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { head, rawRequest } from '../wire/raw-request.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let scene: Scene
let newcomer: { email: string; as: string }
let paidOrderId: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false, takesPictures: true })
  attack = attackOn(market)
  scene = await makeScene(market, restClient(market))
  newcomer = await usersOf(market).newcomer()
  paidOrderId = (await market.order({ state: 'PAID', handoverCode: '123456' })).id
})
afterAll(() => market.close())

/** Sends a text in every place that takes one; each must refuse it. */
async function refusedEverywhere(text: string): Promise<void> {
  const { send, rpc, refused } = attack
  const { seller, buyer, admin } = scene.people
  const post = {
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
  for (const field of [
    'product_name',
    'description',
    'location',
    'seller_name',
    'image',
    'condition',
    'id',
    'email',
    'resale_price',
    'year_used',
  ]) {
    await refused(
      () => send('POST', '/addProduct', { as: seller.as, body: { ...post, [field]: `A${text}b` } }),
      400,
      403,
    )
  }
  const booking = {
    product: 'Aurora 12',
    product_img: PICTURE,
    email: buyer.email,
    price: 200,
    location: 'L',
    phone: '555 0100',
  }
  for (const field of ['product', 'product_img', 'email', 'price', 'location', 'phone', 'productId']) {
    await refused(() => send('POST', '/orders', { as: buyer.as, body: { ...booking, [field]: `A${text}b` } }), 400, 403)
  }
  const user = { name: `A${text}b`, email: newcomer.email, role: 'Buyer' }
  await refused(() => send('POST', '/users', { as: newcomer.as, body: user }), 400)
  await refused(
    () => send('POST', '/users', { as: newcomer.as, body: { ...user, name: 'Ana', email: `a${text}@x.co` } }),
    400,
    403,
  )
  const idToken = newcomer.as.slice('Bearer '.length)
  await refused(() => rpc('accounts.register', { idToken, name: `A${text}b`, role: 'BUYER' }), 400)

  const listing = {
    categoryId: scene.categoryId,
    productName: 'Aurora 9',
    sellerName: 'Ana',
    condition: 'GOOD',
    description: 'Works.',
    location: 'Portland',
    resalePriceCents: 10_000,
    originalPriceCents: 20_000,
    yearsUsed: 1,
  }
  for (const field of ['productName', 'sellerName', 'description', 'location', 'condition', 'categoryId']) {
    const input = { ...listing, images: [PICTURE], [field]: `A${text}b` }
    await refused(() => rpc('listings.create', input, { as: seller.as }), 400)
  }
  await refused(() => rpc('listings.create', { ...listing, images: [`${PICTURE}${text}`] }, { as: seller.as }), 400)
  const edit = { listingId: scene.available.id, description: `A${text}b`, resalePriceCents: 100 }
  await refused(() => rpc('listings.edit', edit, { as: seller.as }), 400)
  const listingId = scene.available.id
  await refused(
    () =>
      rpc(
        'orders.place',
        { listingId, phone: '555 0100', meetingPlace: `A${text}b`, expectedPriceCents: 20_000 },
        { as: buyer.as },
      ),
    400,
  )
  await refused(
    () =>
      rpc(
        'orders.place',
        { listingId, phone: `555${text}0100`, meetingPlace: 'L', expectedPriceCents: 20_000 },
        { as: buyer.as },
      ),
    400,
  )
  const refund = { orderId: paidOrderId, reason: `A${text}b`, relist: true }
  await refused(() => rpc('payments.refund', refund, { as: admin.as }), 400)
  await refused(
    () => rpc('orders.handOver', { orderId: paidOrderId, code: `12345${text}6` }, { as: seller.as }),
    400,
    404,
  )
  const confirm = { orderId: scene.order.id, transactionId: `${scene.order.transactionId}${text}` }
  await refused(() => rpc('payments.confirm', confirm, { as: buyer.as }), 400)
  await refused(() => rpc('accounts.list', { role: 'BUYER', search: `A${text}b` }, { as: admin.as }), 400, 431)
  await refused(() => rpc('audit.list', { action: `A${text}b` }, { as: admin.as }), 400, 431)
}

describe('a text', () => {
  it('A59 with a NUL is refused wherever one is taken', async () => {
    await refusedEverywhere('\0')
  })

  it('A59 with a NUL is refused in paths, queries and headers', async () => {
    const { send, rpc, refused } = attack
    const { buyer, admin } = scene.people
    const paths = [
      '/%00',
      '/orders/%00',
      `/orders/${scene.order.id}%00`,
      `/orders?email=${buyer.email}%00`,
      `/orders?email=${buyer.email}&limit=1%00`,
      '/users/admin/a%00b@example.test',
      `/categories/${scene.categoryId}?cursor=%00`,
      '/getAddProduct?email=%00',
      '/images/%00.webp',
      '/images/..%00/x.webp',
      '/audit.csv?action=%00',
      '/assets/%00.js',
      '/trpc/accounts.me%00',
      '/config.json%00',
      '/openapi.json?%00=x',
      '/1/upload?key=demo%00',
    ]
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        await refused(() => send(method, path, { as: admin.as }), 400)
      }
    }
    await refused(() => rpc('orders.byId', { orderId: `${scene.order.id}\0` }, { as: buyer.as }), 400)
    for (const header of [
      'X-Anything: a\0b',
      `Authorization: ${buyer.as}\0`,
      'Cookie: second-ring-session=\0',
      'Content-Type: application/json\0',
    ]) {
      const answer = await rawRequest(market.url, head('GET /categories', header))
      expect(answer?.status, header).toBe(400)
      expect(answer?.code).toBe('INVALID_INPUT')
    }
    const inPath = await rawRequest(market.url, head('GET /categories/\0'))
    expect(inPath?.status).toBe(400)
  })

  it.each([
    ['a lone surrogate', '\ud800'],
    ['the other lone surrogate', '\udc00'],
    ['10,000 combining marks', '\u0301'.repeat(10_000)],
    ['a stack of combining marks', '\u0301'.repeat(8)],
    ['a stack of marks with joiners between', '\u0301\u0302\u200d'.repeat(4)],
    ['a right-to-left override', '\u202e'],
    ['an isolate that is never closed', '\u2067'],
    ['an escape sequence of terminals', '\u001b[2J'],
    ['a backspace', '\b'],
    ['a control of the second row', '\u0085'],
    ['a line break of some readers only', '\u2028'],
  ])('A60 with %s is refused', async (_what, text) => {
    await refusedEverywhere(text)
  })

  it('A60 of signs that nobody sees is no name', async () => {
    const { send, rpc, refused } = attack
    const idToken = newcomer.as.slice('Bearer '.length)
    for (const name of [
      '\u200b',
      ' \u00a0 ',
      '\u2060\u200d',
      '\u00ad',
      '\ufeff',
      '\u3164',
      '\u2800',
      '\u034f',
      '\u{e0020}',
    ]) {
      await refused(() => rpc('accounts.register', { idToken, name, role: 'BUYER' }), 400)
      const body = { name, email: newcomer.email, role: 'Buyer' }
      await refused(() => send('POST', '/users', { as: newcomer.as, body }), 400)
    }
  })

  it('A60 in any script and with emoji is taken as it is', async () => {
    const seller = scene.people.seller
    for (const name of [
      'Zoë Ångström',
      'محمد',
      'שרה',
      'நிலா',
      'ตั้งใจ',
      'ইশিতা',
      '山田 太郎',
      '👩🏽‍💻 Ana',
      '🏴󠁧󠁢󠁷󠁬󠁳󠁿 Gwen',
      'क्षत्रिय',
      'Nguyễn Thị',
    ]) {
      const { data, text } = await attack.rpc(
        'listings.create',
        {
          categoryId: scene.categoryId,
          productName: name,
          sellerName: name,
          condition: 'GOOD',
          description: `${name}\n\tand a second line`,
          location: name,
          images: [PICTURE],
          resalePriceCents: 10_000,
          originalPriceCents: 20_000,
          yearsUsed: 1,
        },
        { as: seller.as },
      )
      const { listingId } = data as { listingId: string }
      expect(listingId, text).toBeTruthy()
      const kept = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
      expect(kept).toMatchObject({ productName: name, sellerName: name, location: name })
    }
  })
})

// Of each the database writes out several letters, the first of them four words.
const long = ['ﷺ', 'ﷻ', '㍿', '㌖', '﷽', 'ａ´', '¼ ']
describe('A242 texts of letters that are written out as many', () => {
  it.each(long)('A242 %s is posted, found and saved as others are', async letter => {
    const { id: categoryId } = await market.category()
    const { as, id: sellerId } = await usersOf(market).person('SELLER')
    for (const times of [1, 28, 39, 40, 60, 120]) {
      const text = letter.repeat(times).slice(0, 120).trim()
      await market.listing({ categoryId, sellerId, productName: text, description: text, location: text })
      for (const name of ['search.listings', 'search.facets', 'search.suggest']) {
        const answer = await attack.rpc(name, { text: text.slice(0, 100) })
        expect(answer.status, `${name} ${times}: ${answer.text}`).toBe(200)
      }
      const saved = await attack.rpc('search.save', { text: text.slice(0, 100), location: text.slice(0, 100) }, { as })
      expect([200, 400, 409], saved.text).toContain(saved.status)
    }
  })
})
