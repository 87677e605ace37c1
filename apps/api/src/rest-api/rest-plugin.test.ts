import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restClient } from '#http/rest/testing/rest-client.ts'

let market: Market
let client: ReturnType<typeof restClient>
beforeAll(async () => {
  market = await createMarket()
  client = restClient(market)
})
afterAll(() => market.close())

describe('an old client’s whole way', () => {
  it('signs up, posts, advertises, books, pays and reads it all back', async () => {
    const { email, as: identity } = await client.newcomer()
    const made = await client.send('POST', '/users', { as: identity, body: { name: 'Ana', email, role: 'Seller' } })
    expect(made).toMatchObject({ status: 200, body: { acknowledged: true } })
    const { body } = await client.send('GET', `/jwt?email=${encodeURIComponent(email)}`, { as: identity })
    const seller = `bearer ${(body as { accessToken: string }).accessToken}`
    expect((await client.send('GET', `/users/seller/${email}`, { as: seller })).body).toEqual({ isSeller: true })
    expect((await client.send('GET', `/users/admin/${email}`, { as: seller })).body).toEqual({ isAdmin: false })

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
    const posted = await client.send('POST', '/addProduct', { as: seller, body: product })
    expect(posted).toMatchObject({ status: 200, body: { acknowledged: true } })
    const { insertedId: productId } = posted.body as { insertedId: string }
    const own = await client.send('GET', `/getProduct?email=${email}`, { as: seller })
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
    expect((await client.send('POST', '/addProductTohome', { as: seller, body: advertised })).body).toEqual({
      acknowledged: true,
      insertedId: productId,
    })
    expect((await client.send('POST', '/addProductTohome', { as: seller, body: { _id: productId } })).body).toEqual({
      acknowledged: false,
      message: 'This product is already advertised',
    })
    const home = await client.send('GET', '/getAddProduct?email=undefined', { as: 'Bearer null' })
    expect(home.body).toContainEqual(expect.objectContaining({ _id: productId }))
    expect(home.body).not.toContainEqual(expect.objectContaining({ email }))

    const buyer = await client.user()
    const booking = {
      name: 'Ben',
      product: 'Aurora 9',
      product_img: `http://localhost${PICTURE}`,
      email: buyer.email,
      price: '199.99',
      location: 'Library',
      phone: 15550100199,
    }
    const booked = await client.send('POST', '/orders', { as: buyer.as, body: booking })
    expect(booked).toMatchObject({ status: 200, body: { acknowledged: true } })
    const { insertedId: bookingId } = booked.body as { insertedId: string }
    expect((await client.send('POST', '/orders', { as: buyer.as, body: booking })).body).toEqual({
      acknowledged: false,
      message: 'This product is already booked',
    })
    const taken = await client.send('DELETE', `/deleteProduct/${productId}`, { as: seller })
    expect(taken).toMatchObject({ status: 409, body: { deletedCount: 0, code: 'LISTING_NOT_AVAILABLE' } })

    const intent = await client.send('POST', '/create-payment-intent', { as: buyer.as, body: { price: 199.99 } })
    const { clientSecret } = intent.body as { clientSecret: string }
    const transactionId = await market.card.pay(clientSecret)
    const payment = { price: 199.99, transactionId, email: buyer.email, bookingId }
    const recorded = await client.send('POST', '/payments', { as: buyer.as, body: payment })
    expect(recorded).toMatchObject({ status: 200, body: { acknowledged: true } })
    expect((await client.send('POST', '/payments', { as: buyer.as, body: payment })).body).toEqual(recorded.body)
    const orders = await client.send('GET', `/orders?email=${buyer.email}`, { as: buyer.as })
    expect(orders.body).toEqual([
      expect.objectContaining({ _id: bookingId, price: 199.99, paid: true, phone: '15550100199' }),
    ])
    expect((await client.send('GET', `/orders/${bookingId}`, { as: buyer.as })).body).toMatchObject({
      _id: bookingId,
      paid: true,
    })
  })
})

describe('prices', () => {
  it.each([-1, 0, 1e21, '1e3', '0x10', '', 2147483648, 10.005, '1,000', 0.49, null, { not: '' }, [1]])(
    'of %j are bad input',
    async price => {
      const buyer = await client.user()
      const answer = await client.send('POST', '/create-payment-intent', { as: buyer.as, body: { price } })
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    },
  )
})

describe('a body', () => {
  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'of type %s is refused',
    async type => {
      const response = await fetch(`${market.url}/users`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'x=1',
      })
      expect(response.status).toBe(415)
      expect(await response.json()).toEqual({
        message: 'This page sent something that cannot be read here. Load it again.',
        code: 'UNSUPPORTED_MEDIA_TYPE',
      })
    },
  )

  it.each([
    ['that is broken', '{"name":', 400],
    ['that is no object', '"name"', 400],
    ['that is empty', '', 400],
    ['with a prototype', '{"__proto__": {"role": "admin"}}', 400],
    ['with a constructor', '{"constructor": {"prototype": {"role": "admin"}}}', 400],
    ['that is nested deeply', '[', 400],
    ['that is too large', `{"name": "${'x'.repeat(300_000)}"}`, 413],
  ])('%s is refused', async (how, body, status) => {
    const { as } = await client.newcomer()
    const response = await fetch(`${market.url}/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: as },
      body: how === 'that is nested deeply' ? body.repeat(60_000) : body,
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ message: expect.stringMatching(/\S/), code: expect.stringMatching(/\S/) })
  })
})
