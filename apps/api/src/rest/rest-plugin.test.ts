import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

interface Answer {
  status: number
  body: unknown
  link: string | null
}

async function send(method: string, path: string, options: { as?: string; body?: unknown } = {}): Promise<Answer> {
  const response = await fetch(`${market.url}${path}`, {
    method,
    headers: {
      ...(options.as !== undefined && { authorization: options.as }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  return { status: response.status, body: await response.json(), link: response.headers.get('link') }
}

/** Someone with a lower-case `bearer`, as old clients send it. */
async function person(role: 'BUYER' | 'SELLER' | 'ADMIN' = 'BUYER') {
  const user = await market.user({ role })
  return { ...user, as: `bearer ${market.platform.accessTokens.issue(user.id).accessToken}` }
}

describe('an old client’s whole way', () => {
  it('signs up, posts, advertises, books, pays and reads it all back', async () => {
    const email = `rest-${process.pid}@example.test`
    const { idToken } = await market.identity.signUp({ email, password: 'second-ring', displayName: 'Ana' })
    const identity = `Bearer ${idToken}`
    const made = await send('POST', '/users', { as: identity, body: { name: 'Ana', email, role: 'Seller' } })
    expect(made).toMatchObject({ status: 200, body: { acknowledged: true } })
    const { body } = await send('GET', `/jwt?email=${encodeURIComponent(email)}`, { as: identity })
    const seller = `bearer ${(body as { accessToken: string }).accessToken}`
    expect((await send('GET', `/users/seller/${email}`, { as: seller })).body).toEqual({ isSeller: true })
    expect((await send('GET', `/users/admin/${email}`, { as: seller })).body).toEqual({ isAdmin: false })

    const { id } = await market.category()
    const product = {
      id,
      product_name: 'Aurora 9',
      image: PICTURE,
      condition: 'good',
      description: 'Works.',
      location: 'Portland',
      resale_price: '199.99',
      orginal_price: 599,
      year_used: '2',
      seller_name: 'Ana',
      email,
      posted: 'Fri Nov 20 2026',
    }
    const posted = await send('POST', '/addProduct', { as: seller, body: product })
    expect(posted).toMatchObject({ status: 200, body: { acknowledged: true } })
    const { insertedId: productId } = posted.body as { insertedId: string }
    const own = await send('GET', `/getProduct?email=${email}`, { as: seller })
    expect(own.body).toEqual([
      expect.objectContaining({
        _id: productId,
        id,
        product_name: 'Aurora 9',
        condition: 'good',
        resale_price: 199.99,
        orginal_price: 599,
        year_used: 2,
        email,
        state: 'available',
        advertised: false,
        image: `http://localhost${PICTURE}`,
      }),
    ])

    const advertised = { product_name: 'Aurora 9', image: `http://localhost${PICTURE}`, resale_price: 199.99 }
    expect((await send('POST', '/addProductTohome', { as: seller, body: advertised })).body).toEqual({
      acknowledged: true,
      insertedId: productId,
    })
    expect((await send('POST', '/addProductTohome', { as: seller, body: { _id: productId } })).body).toEqual({
      acknowledged: false,
      message: 'This product is already advertised',
    })
    const home = await send('GET', '/getAddProduct?email=undefined', { as: 'Bearer null' })
    expect(home.body).toContainEqual(expect.objectContaining({ _id: productId }))
    expect(home.body).not.toContainEqual(expect.objectContaining({ email }))

    const buyer = await person()
    const booking = {
      name: 'Ben',
      product: 'Aurora 9',
      product_img: `http://localhost${PICTURE}`,
      email: buyer.email,
      price: '199.99',
      location: 'Library',
      phone: 15550100199,
    }
    const booked = await send('POST', '/orders', { as: buyer.as, body: booking })
    expect(booked).toMatchObject({ status: 200, body: { acknowledged: true } })
    const { insertedId: bookingId } = booked.body as { insertedId: string }
    expect((await send('POST', '/orders', { as: buyer.as, body: booking })).body).toEqual({
      acknowledged: false,
      message: 'This product is already booked',
    })
    const taken = await send('DELETE', `/deleteProduct/${productId}`, { as: seller })
    expect(taken).toMatchObject({ status: 409, body: { deletedCount: 0, code: 'LISTING_NOT_AVAILABLE' } })

    const intent = await send('POST', '/create-payment-intent', { as: buyer.as, body: { price: 199.99 } })
    const { clientSecret } = intent.body as { clientSecret: string }
    const transactionId = await market.card.pay(clientSecret)
    const payment = { price: 199.99, transactionId, email: buyer.email, bookingId }
    const recorded = await send('POST', '/payments', { as: buyer.as, body: payment })
    expect(recorded).toMatchObject({ status: 200, body: { acknowledged: true } })
    expect(await send('POST', '/payments', { as: buyer.as, body: payment })).toEqual(recorded)
    const orders = await send('GET', `/orders?email=${buyer.email}`, { as: buyer.as })
    expect(orders.body).toEqual([
      expect.objectContaining({ _id: bookingId, price: 199.99, paid: true, phone: '15550100199' }),
    ])
    expect((await send('GET', `/orders/${bookingId}`, { as: buyer.as })).body).toMatchObject({
      _id: bookingId,
      paid: true,
    })
  })
})

describe('proof', () => {
  it('is asked for before a token or a record is made', async () => {
    expect((await send('GET', '/jwt?email=a@b.co')).status).toBe(401)
    expect((await send('POST', '/users', { body: { name: 'A', email: 'a@b.co', role: 'Buyer' } })).status).toBe(401)
  })

  it('must be of that very email', async () => {
    const email = `proof-${process.pid}@example.test`
    const { idToken } = await market.identity.signUp({ email, password: 'second-ring', displayName: 'Ana' })
    const as = `Bearer ${idToken}`
    const victim = await person()
    expect((await send('GET', `/jwt?email=${victim.email}`, { as })).status).toBe(403)
    expect((await send('GET', `/jwt?email=${email}`, { as })).body).toMatchObject({ accessToken: '' })
    const body = { name: 'A', email: victim.email, role: 'Buyer' }
    expect((await send('POST', '/users', { as, body })).status).toBe(403)
    expect((await send('POST', '/users', { as, body: { name: 'A', email, role: 'admin' } })).status).toBe(400)
  })
})

describe('authority', () => {
  it('is the token’s, whatever email a client names', async () => {
    const [me, other] = [await person('SELLER'), await person('SELLER')]
    expect((await send('GET', `/orders?email=${other.email}`, { as: me.as })).status).toBe(403)
    expect((await send('GET', `/getProduct?email=${other.email}`, { as: me.as })).status).toBe(403)
    expect((await send('GET', `/users/admin/${other.email}`, { as: me.as })).status).toBe(403)
    expect((await send('GET', '/orders', { as: me.as })).status).toBe(400)
    expect((await send('GET', `/orders?email=${me.email}&email=${me.email}`, { as: me.as })).status).toBe(400)
    expect((await send('GET', `/orders?email=${me.email}`)).status).toBe(401)
  })

  it('is not claimed by a field', async () => {
    const seller = await person('SELLER')
    const { id } = await market.category()
    const product = { id, product_name: 'A', image: PICTURE, condition: 'good', description: 'B', location: 'C' }
    const prices = { resale_price: 1, orginal_price: 2, year_used: 0, seller_name: 'S', email: seller.email }
    for (const claim of [{ status: 'verified' }, { paid: true }, { sellerId: 'x' }, { _id: 'x' }, { role: 'admin' }]) {
      const answer = await send('POST', '/addProduct', { as: seller.as, body: { ...product, ...prices, ...claim } })
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    }
  })

  it('of another owner is refused', async () => {
    const [buyer, seller] = [await person(), await person('SELLER')]
    const listing = await market.listing()
    const order = await market.order()
    expect((await send('DELETE', `/deleteProduct/${listing.id}`, { as: seller.as })).status).toBe(404)
    expect((await send('DELETE', `/deleteProduct/${listing.id}`, { as: buyer.as })).status).toBe(403)
    expect((await send('GET', `/orders/${order.id}`, { as: buyer.as })).status).toBe(404)
    const payment = { price: 200, bookingId: order.id }
    expect((await send('POST', '/create-payment-intent', { as: buyer.as, body: payment })).status).toBe(404)
  })
})

describe('an admin', () => {
  it('lists people and verifies a seller, once', async () => {
    const [admin, seller, buyer] = [await person('ADMIN'), await person('SELLER'), await person()]
    const verify = () => send('POST', `/users/${seller.id}`, { as: admin.as, body: { verified: 'verified' } })
    expect(await verify()).toMatchObject({ status: 200, body: { acknowledged: true, modifiedCount: 1 } })
    expect((await verify()).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 })
    const sellers = await send('GET', '/users/Seller', { as: admin.as })
    expect(sellers.body).toContainEqual(expect.objectContaining({ _id: seller.id, role: 'Seller', status: 'verified' }))
    const buyers = await send('GET', '/users/Buyer', { as: admin.as })
    expect(buyers.body).toContainEqual({ _id: buyer.id, name: buyer.name, email: buyer.email, role: 'Buyer' })
  })

  it('is nobody else', async () => {
    const [buyer, seller] = [await person(), await person('SELLER')]
    expect((await send('GET', '/users/Buyer', { as: buyer.as })).status).toBe(403)
    const body = { verified: 'verified' }
    expect((await send('POST', `/users/${seller.id}`, { as: seller.as, body })).status).toBe(403)
    expect(
      (await send('POST', `/users/${seller.id}`, { as: seller.as, body: { ...body, role: 'admin' } })).status,
    ).toBe(400)
  })
})

describe('prices', () => {
  it('are the listing’s and the order’s, never the client’s', async () => {
    const buyer = await person()
    const listing = await market.listing({ productName: `Price ${process.pid}` })
    const booking = {
      product: 'x',
      email: buyer.email,
      price: 1,
      location: 'L',
      phone: '555 0199',
      productId: listing.id,
    }
    expect((await send('POST', '/orders', { as: buyer.as, body: booking })).body).toEqual({
      acknowledged: false,
      message: 'This is not the price of this product',
    })
    const order = await market.order({ buyerId: buyer.id })
    const cheaper = { price: 1, bookingId: order.id }
    expect(await send('POST', '/create-payment-intent', { as: buyer.as, body: cheaper })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_MISMATCH' },
    })
  })

  it.each([-1, 0, 1e21, '1e3', '0x10', '', 2147483648, 10.005, '1,000', 0.49, null, { not: '' }, [1]])(
    'of %j are bad input',
    async price => {
      const buyer = await person()
      const answer = await send('POST', '/create-payment-intent', { as: buyer.as, body: { price } })
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    },
  )
})

describe('lists', () => {
  it('are plain arrays, and a link names the next page', async () => {
    const { id: categoryId } = await market.category()
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    for (let n = 0; n < 3; n += 1) await market.listing({ categoryId, sellerId, postedAt: new Date(n * 1000) })
    const first = await send('GET', `/categories/${categoryId}?limit=2`)
    expect(first.body).toHaveLength(2)
    const next = /<(.+)>; rel="next"/.exec(first.link ?? '')?.[1] ?? ''
    const second = await send('GET', next)
    expect(second.body).toHaveLength(1)
    expect(second.link).toBeNull()
    expect((await send('GET', `/categories/${categoryId}?limit=101`)).status).toBe(400)
    expect((await send('GET', '/categories/x')).status).toBe(400)
  })

  it('show a seller’s email only to someone who is signed in', async () => {
    const seller = await market.user({ role: 'SELLER' })
    const { categoryId } = await market.listing({ sellerId: seller.id })
    expect(JSON.stringify((await send('GET', `/categories/${categoryId}`)).body)).not.toContain(seller.email)
    const buyer = await person()
    const answer = await send('GET', `/categories/${categoryId}`, { as: buyer.as })
    expect(answer.body).toEqual([expect.objectContaining({ email: seller.email })])
  })
})

describe('bodies', () => {
  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'of type %s are refused',
    async type => {
      const response = await fetch(`${market.url}/users`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'x=1',
      })
      expect(response.status).toBe(415)
      expect(await response.json()).toEqual({ message: 'Send application/json.', code: 'UNSUPPORTED_MEDIA_TYPE' })
    },
  )

  it('that are broken, too large or poisoned are refused', async () => {
    const post = async (body: string) => {
      const response = await fetch(`${market.url}/users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      await response.body?.cancel()
      return response.status
    }
    expect(await post('{"name":')).toBe(400)
    expect(await post('{"__proto__": {"role": "admin"}}')).toBe(400)
    expect(await post(`{"name": "${'x'.repeat(300_000)}"}`)).toBe(413)
  })
})
