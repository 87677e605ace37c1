import { randomUUID } from 'node:crypto'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oldBooking } from '#http/rest/testing/old-payloads.ts'
import { restClient, type TestUser } from '#http/rest/testing/rest-client.ts'

let market: Market
let client: ReturnType<typeof restClient>
beforeAll(async () => {
  market = await createMarket()
  client = restClient(market)
})
afterAll(() => market.close())

const errorBody = (code: string) => ({ message: expect.stringMatching(/\S/), code })
const taken = { acknowledged: false, message: 'This product is already booked' }

/** A phone of a name of its own, and a buyer who books it as an old client does. */
async function shop(state?: 'RESERVED' | 'SOLD' | 'REMOVED') {
  const product = `Aurora ${randomUUID()}`
  const listing = await market.listing({ productName: product, ...(state && { state }) })
  const buyer = await client.user()
  const book = (change: object = {}, by: TestUser = buyer) =>
    client.send('POST', '/orders', {
      as: by.as,
      body: { ...oldBooking({ product, email: by.email, price: '200' }), ...change },
    })
  return { product, listing, buyer, book }
}

describe('POST /orders', () => {
  it('books the phone of that name, image and price; then it is taken', async () => {
    const { product, buyer, book } = await shop()
    const booked = await book({ posted: 'x', phone: 15550100199 })
    expect(booked).toMatchObject({ status: 200, body: { acknowledged: true } })
    const { insertedId: _id } = booked.body as { insertedId: string }
    expect((await book()).body).toEqual(taken)
    expect((await book({}, await client.user())).body).toEqual(taken)
    const orders = await client.send('GET', `/orders?email=${buyer.email}`, { as: buyer.as })
    expect(orders.body).toEqual([
      {
        _id,
        name: buyer.name,
        product,
        product_img: `http://localhost${PICTURE}`,
        email: buyer.email,
        price: 200,
        location: 'Library',
        phone: '15550100199',
        state: 'placed',
      },
    ])
    expect((await client.send('GET', `/orders/${_id}`, { as: buyer.as })).body).toEqual((orders.body as object[])[0])
  })

  it('books by the post’s id, when a client has it, the one of many that are alike', async () => {
    const { listing, book } = await shop()
    expect((await book({ product: 'Another name', productId: listing.id })).body).toMatchObject({ acknowledged: true })
    const { state } = await market.database.listing.findUniqueOrThrow({ where: { id: listing.id } })
    expect(state).toBe('RESERVED')
  })

  it('books the other of two that are alike when one is taken', async () => {
    const { product, book } = await shop()
    await market.listing({ productName: product })
    expect((await book()).body).toMatchObject({ acknowledged: true })
    expect((await book({}, await client.user())).body).toMatchObject({ acknowledged: true })
    expect((await book({}, await client.user())).body).toEqual(taken)
  })

  it('books the one of its price among a hundred that are alike but for the price', async () => {
    const { product, book } = await shop()
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const { id: categoryId } = await market.category()
    const clone = { productName: product, resalePriceCents: 100, sellerId, categoryId }
    for (let made = 0; made < 100; made += 1) await market.listing(clone)
    expect((await book()).body).toMatchObject({ acknowledged: true })
  })

  it('books the one that was posted first, and none of the buyer’s own', async () => {
    const { product, buyer, listing, book } = await shop()
    await market.listing({ productName: product, sellerId: buyer.id, postedAt: new Date(0) })
    await market.listing({ productName: product })
    const { body } = await book()
    const { insertedId: id } = body as { insertedId: string }
    expect(await market.database.order.findUniqueOrThrow({ where: { id } })).toMatchObject({ listingId: listing.id })
  })

  it('gives each of five that are alike to one of five at once', async () => {
    const { product, book } = await shop()
    for (let twin = 1; twin < 5; twin += 1) await market.listing({ productName: product })
    const users = await Promise.all(Array.from({ length: 5 }, () => client.user()))
    const bodies = (await Promise.all(users.map(user => book({}, user)))).map(({ body }) => body)
    expect(bodies).toEqual(users.map(() => expect.objectContaining({ acknowledged: true })))
  })

  it('gives a phone to one of ten at once', async () => {
    const { book } = await shop()
    const users = await Promise.all(Array.from({ length: 10 }, () => client.user()))
    const bodies = (await Promise.all(users.map(user => book({}, user)))).map(({ body }) => body)
    expect(bodies.filter(body => (body as { acknowledged: boolean }).acknowledged)).toHaveLength(1)
    expect(bodies.filter(body => (body as { message?: string }).message === taken.message)).toHaveLength(9)
  })

  it('answers a rejected booking with its domain error, not as an unexpected one', async () => {
    const { product, listing, book } = await shop()
    const message = 'The price is now $200. Book again if you still want it.'
    const wrongPrice = { acknowledged: false, message }
    for (const price of [1, '199.99', '200.01']) expect((await book({ price })).body).toEqual(wrongPrice)
    expect((await book({ price: 1, productId: listing.id })).body).toEqual(wrongPrice)
    const { id, email } = await market.database.user.findUniqueOrThrow({ where: { id: listing.sellerId } })
    const as = `bearer ${market.tokenOf(id)}`
    const own = await client.send('POST', '/orders', {
      as,
      body: oldBooking({ product, email: email ?? '', price: 200 }),
    })
    expect(own).toMatchObject({ status: 200 })
    expect(own.body).toEqual({ acknowledged: false, message: 'You cannot book your own product' })
    for (const state of ['RESERVED', 'SOLD'] as const) {
      expect((await (await shop(state)).book()).body).toEqual(taken)
    }
  })

  it('answers a booking that comes too soon again by its rule too', async () => {
    const { listing, book } = await shop()
    const productId = listing.id
    const where = { listingId: productId }
    for (let each = 0; each < 2; each += 1) {
      expect((await book({ productId })).body).toMatchObject({ acknowledged: true })
      const { id: orderId, buyerId } = await market.database.order.findFirstOrThrow({ where, orderBy: { id: 'desc' } })
      await market.as(buyerId).orders.cancel({ orderId })
    }
    const tooSoon = await book({ productId })
    expect(tooSoon).toMatchObject({ status: 200 })
    const message = expect.stringMatching(/^Your bookings of this phone have ended/)
    expect(tooSoon.body).toEqual({ acknowledged: false, message })
  })

  it('finds nothing where there is nothing', async () => {
    const { book } = await shop('REMOVED')
    const notFound = (message: string) => ({ status: 404, body: { message, code: 'NOT_FOUND' } })
    expect(await book()).toMatchObject(notFound('This product is no longer for sale'))
    const never = `Aurora ${randomUUID()}`
    expect(await book({ product: never })).toMatchObject(notFound('There is no product of this name'))
    expect(await book({ productId: randomUUID() })).toMatchObject({ status: 404, body: errorBody('NOT_FOUND') })
  })

  it.each([
    { price: undefined },
    { price: '' },
    { price: '2e2' },
    { price: ['200'] },
    { phone: 'call me' },
    { phone: '' },
    { phone: { not: '' } },
    { location: ' ' },
    { location: 'a\u0000b' },
    { product: undefined },
    { product: { contains: '' } },
    { product_img: 'https://elsewhere.example/x.webp' },
    { product_img: ['x'] },
    { productId: 'x' },
    { email: undefined },
    { paid: true },
    { status: 'PAID' },
    { state: 'PAID' },
    { role: 'admin' },
    { buyerId: randomUUID() },
    { _id: randomUUID() },
  ])('refuses %j', async change => {
    const { listing, book } = await shop()
    expect(await book(change)).toMatchObject({ status: 400, body: errorBody('INVALID_INPUT') })
    expect(await market.database.order.count({ where: { listingId: listing.id } })).toBe(0)
  })

  it('refuses another’s email', async () => {
    const { book } = await shop()
    const answer = await book({ email: (await client.user()).email })
    expect(answer).toMatchObject({ status: 403, body: errorBody('FORBIDDEN') })
  })
})

describe('GET /orders', () => {
  it('answers an array when there is nothing, and pages by the link', async () => {
    const buyer = await client.user()
    const read = (query = '') => client.send('GET', `/orders?email=${buyer.email}${query}`, { as: buyer.as })
    expect((await read()).body).toEqual([])
    const ids = []
    for (let day = 1; day <= 3; day += 1) {
      ids.unshift((await market.order({ buyerId: buyer.id, placedAt: new Date(`2026-11-0${day}`) })).id)
    }
    const first = await read('&limit=2')
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await client.send('GET', next, { as: buyer.as })
    const pages = [first, second].map(({ body }) => (body as { _id: string }[]).map(order => order._id))
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2)])
    expect(second.headers.has('link')).toBe(false)
  })

  it('wants an email, and one’s own', async () => {
    const [buyer, other] = [await client.user(), await client.user('ADMIN')]
    for (const query of ['', '?email=', '?email=undefined', '?email[not]=x', `?email=${buyer.email}&email=x@y.co`]) {
      expect((await client.send('GET', `/orders${query}`, { as: buyer.as })).status, query).toBe(400)
    }
    const answer = await client.send('GET', `/orders?email=${buyer.email}`, { as: other.as })
    expect(answer).toMatchObject({ status: 403, body: errorBody('FORBIDDEN') })
  })
})

describe('GET /orders, of orders that have ended,', () => {
  const states = ['PLACED', 'PAID', 'HANDED_OVER', 'CANCELLED', 'EXPIRED', 'REFUNDED'] as const
  async function ordersOfUser(buyer: TestUser) {
    for (const state of states) await market.order({ buyerId: buyer.id, state })
    // Its hold has run out by the database's clock, though nothing has ended it yet.
    const { id } = await market.order({ buyerId: buyer.id })
    await market.database.$executeRaw`UPDATE orders SET reserved_until = now() WHERE id = ${id}::uuid`
    const read = async (query: string) =>
      (await client.send('GET', `/orders?email=${buyer.email}${query}`, { as: buyer.as })).body as {
        state: string
        status?: string
        price?: number
      }[]
    return { live: await read(''), all: await read('&all=true'), notAll: await read('&all=false') }
  }

  it('answers none, for whoever sees a price without paid offers to pay it', async () => {
    const { live, notAll } = await ordersOfUser(await client.user())
    expect(live.map(({ state }) => state)).toEqual(['completed', 'paid', 'placed'])
    expect(live.every(({ price, status }) => price === 200 && status === undefined)).toBe(true)
    expect(notAll).toEqual(live)
  })

  it('answers them on request, with a status and no price', async () => {
    const { all } = await ordersOfUser(await client.user())
    expect(all.map(({ state, status, price }) => [state, status, price])).toEqual([
      ['placed', 'expired', undefined],
      ['refunded', 'refunded', undefined],
      ['expired', 'expired', undefined],
      ['cancelled', 'cancelled', undefined],
      ['completed', undefined, 200],
      ['paid', undefined, 200],
      ['placed', undefined, 200],
    ])
  })
})

describe('POST /orders/{id}/handover', () => {
  it('hands a paid phone over by the code that its buyer alone is shown', async () => {
    const [buyer, seller, admin] = [await client.user(), await client.user('SELLER'), await client.user('ADMIN')]
    const { id: listingId } = await market.listing({ sellerId: seller.id, state: 'SOLD' })
    const { id } = await market.order({ listingId, buyerId: buyer.id, state: 'PAID' })
    const read = (by: TestUser) => client.send('GET', `/orders/${id}`, { as: by.as })
    expect((await read(buyer)).body).toMatchObject({ handover_code: '123456' })
    for (const other of [seller, admin]) expect((await read(other)).body).not.toHaveProperty('handover_code')
    const handOver = (code: unknown, by = seller) =>
      client.send('POST', `/orders/${id}/handover`, { as: by.as, body: { code } })
    expect(await handOver('123456', buyer)).toMatchObject({ status: 403 })
    expect(await handOver('123456', await client.user('SELLER'))).toMatchObject({ status: 404 })
    expect(await handOver(123456)).toMatchObject({ status: 400 })
    expect(await handOver('000000')).toMatchObject({ status: 409, body: errorBody('WRONG_CODE') })
    expect(await handOver('123 456')).toMatchObject({ status: 200, body: { acknowledged: true } })
    expect(await handOver('123456')).toMatchObject({ status: 409, body: errorBody('ORDER_NOT_OPEN') })
    expect((await read(buyer)).body).toMatchObject({ state: 'completed', paid: true })
  })
})

describe('GET /orders/{id}', () => {
  it('reads one that is paid as paid, and one that has ended as not, without a price to pay', async () => {
    const buyer = await client.user()
    for (const [state, shown, paid] of [
      ['PLACED', 'placed', undefined],
      ['PAID', 'paid', true],
      ['HANDED_OVER', 'completed', true],
      ['CLAIMED', 'completed', true],
      ['RETURNING', 'completed', true],
      ['PARTLY_REFUNDED', 'completed', true],
      ['REFUNDED', 'refunded', undefined],
      ['RELEASED', 'completed', true],
      ['CANCELLED', 'cancelled', undefined],
    ] as const) {
      const { id } = await market.order({ buyerId: buyer.id, state })
      const { body } = await client.send('GET', `/orders/${id}`, { as: buyer.as })
      expect(body).toMatchObject({ _id: id, state: shown })
      expect((body as { paid?: boolean }).paid).toBe(paid)
      expect((body as { price?: number }).price).toBe(paid || state === 'PLACED' ? 200 : undefined)
    }
  })

  it('refuses what is no id, and does not find what is not there', async () => {
    const { as } = await client.user()
    for (const id of ['x', '%00', 'undefined', 'x'.repeat(1000)]) {
      expect((await client.send('GET', `/orders/${id}`, { as })).status, id).toBe(400)
    }
    expect((await client.send('GET', `/orders/${randomUUID()}`, { as })).status).toBe(404)
  })
})
