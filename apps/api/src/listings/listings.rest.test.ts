import { randomUUID } from 'node:crypto'
import { RestProduct } from '@second-ring/contracts/listings/rest'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { oldProduct } from '#http/rest/testing/old-payloads.ts'
import { restClient, type TestUser } from '#http/rest/testing/rest-client.ts'

let market: Market
let client: ReturnType<typeof restClient>
let seller: TestUser
let categoryId: string
beforeAll(async () => {
  market = await createMarket({ accountLimits: 'liveAdverts=5' })
  client = restClient(market)
})
afterAll(() => market.close())

/** A seller and a category of their own. */
async function shop(): Promise<void> {
  seller = await client.user('SELLER')
  categoryId = (await market.category()).id
}

const errorBody = (code: string) => ({ message: expect.stringMatching(/\S/), code })
const add = (change: object = {}) =>
  client.send('POST', '/addProduct', { as: seller.as, body: { ...oldProduct({ categoryId, ...seller }), ...change } })

async function added(change: object = {}): Promise<string> {
  const { body } = await add(change)
  return (body as { insertedId: string }).insertedId
}

it('a list answers the contract’s fields of a product and nothing else, to visitors and to signed-in users', async () => {
  await shop()
  await market.listing({ categoryId, yearOfPurchase: 2024 })
  await market.listing({ categoryId, advertisedAt: new Date() })
  const { as } = await client.user('BUYER')
  for (const path of [`/categories/${categoryId}`, '/getAddProduct']) {
    for (const caller of [{}, { as }]) {
      const { body } = await client.send('GET', path, caller)
      expect((body as unknown[]).length).toBeGreaterThan(0)
      expect(z.array(z.strictObject(RestProduct.shape)).parse(body)).toEqual(body)
    }
  }
})

describe('POST /addProduct', () => {
  it('takes an old client’s texts, and shows them as numbers', async () => {
    await shop()
    const _id = await added()
    const own = await client.send('GET', `/getProduct?email=${seller.email}`, { as: seller.as })
    const post = {
      _id,
      id: categoryId,
      product_name: 'Aurora 9',
      image: `http://localhost${PICTURE}`,
      condition: 'excellent',
      product_condition: 'excellent',
      description: 'Works as it should.',
      location: 'Portland',
      resale_price: 199.99,
      orginal_price: 599,
      year_used: 2,
      seller_name: 'Sana Seller',
      posted: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      state: 'available',
      advertised: false,
    }
    expect(own.body).toEqual([{ ...post, email: seller.email }])
    expect((await client.send('GET', `/categories/${categoryId}`)).body).toEqual([post])
  })

  it.each([
    { resale_price: 249.5, orginal_price: ' 599.00 ', year_used: 0 },
    { condition: 'Good' },
    { condition: 'FAIR' },
    { product_name: ' Aurora  9 ', color: 'blue', posted: undefined },
  ])('takes %j', async change => {
    await shop()
    expect(await add(change)).toMatchObject({ status: 200, body: { acknowledged: true } })
  })

  it.each([
    { resale_price: '' },
    { resale_price: '1,000' },
    { resale_price: '1e3' },
    { resale_price: 0.49 },
    { resale_price: '10.005' },
    { resale_price: { not: '' } },
    { orginal_price: null },
    { year_used: '2.5' },
    { year_used: -1 },
    { year_used: 'two' },
    { year_used: 51 },
    { condition: 'mint' },
    { condition: undefined },
    { id: 'x' },
    { id: randomUUID() },
    { image: 'javascript:alert(1)' },
    { image: 'https://elsewhere.example/x.webp' },
    { product_name: '' },
    { description: undefined },
    { location: 'a\u0000b' },
    { status: 'verified' },
    { paid: true },
    { sellerId: randomUUID() },
    { advertisedAt: '2026-11-20' },
    { _id: randomUUID() },
    { role: 'admin' },
  ])('refuses %j', async change => {
    await shop()
    expect(await add(change)).toMatchObject({ status: 400, body: errorBody('INVALID_INPUT') })
    expect(await market.database.listing.count({ where: { sellerId: seller.id } })).toBe(0)
  })

  it('refuses another’s email', async () => {
    await shop()
    expect(await add({ email: 'else@example.test' })).toMatchObject({ status: 403, body: errorBody('FORBIDDEN') })
  })
})

describe('GET /getProduct', () => {
  it('answers an array when there is nothing, and posts in every state', async () => {
    await shop()
    const read = async () => (await client.send('GET', `/getProduct?email=${seller.email}`, { as: seller.as })).body
    expect(await read()).toEqual([])
    for (const state of ['AVAILABLE', 'RESERVED', 'SOLD'] as const) {
      await market.listing({ sellerId: seller.id, categoryId, state })
    }
    const states = ((await read()) as { state: string }[]).map(post => post.state)
    expect(states.sort()).toEqual(['available', 'reserved', 'sold'])
  })

  it('wants an email, and one’s own', async () => {
    await shop()
    expect((await client.send('GET', '/getProduct', { as: seller.as })).status).toBe(400)
    expect((await client.send('GET', '/getProduct?email=undefined', { as: seller.as })).status).toBe(400)
    expect((await client.send('GET', '/getProduct?email=else@example.test', { as: seller.as })).status).toBe(403)
  })
})

describe('POST /addProductTohome', () => {
  const advertise = (body: object, as = seller.as) => client.send('POST', '/addProductTohome', { as, body })

  it('finds the post as the client read it, once', async () => {
    await shop()
    const insertedId = await added()
    const own = await client.send('GET', `/getProduct?email=${seller.email}`, { as: seller.as })
    const [post] = own.body as object[]
    expect((await advertise(post ?? {})).body).toEqual({ acknowledged: true, insertedId })
    expect(await advertise(post ?? {})).toMatchObject({ status: 200 })
    expect((await advertise({ _id: insertedId })).body).toEqual({
      acknowledged: false,
      message: 'This product is already advertised',
    })
    for (const query of ['', '?email=undefined', `?email=${seller.email}`]) {
      const home = await client.send('GET', `/getAddProduct${query}`, { as: 'Bearer null' })
      expect(home).toMatchObject({ status: 200 })
      expect(home.body).toContainEqual(expect.objectContaining({ _id: insertedId, advertised: true }))
    }
  })

  it('finds it by name, image and price, however the price is written', async () => {
    await shop()
    const insertedId = await added()
    const described = { product_name: 'Aurora 9', image: PICTURE, resale_price: '199.99' }
    expect(await advertise({ ...described, resale_price: 200 })).toMatchObject({ status: 404 })
    expect((await advertise(described)).body).toEqual({ acknowledged: true, insertedId })
  })

  it('advertises each of two equal posts that are described alike', async () => {
    await shop()
    const twins = [await added(), await added()]
    const described = { product_name: 'Aurora 9', image: PICTURE, resale_price: '199.99' }
    const answers = [await advertise(described), await advertise(described)].map(({ body }) => body)
    expect(answers).toEqual(expect.arrayContaining(twins.map(insertedId => ({ acknowledged: true, insertedId }))))
    expect((await advertise(described)).body).toEqual({
      acknowledged: false,
      message: 'This product is already advertised',
    })
  })

  it('advertises each of five equal posts that are described alike at once', async () => {
    await shop()
    for (let twin = 0; twin < 5; twin += 1) await added()
    const described = { product_name: 'Aurora 9', image: PICTURE, resale_price: '199.99' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => advertise(described)))
    expect(answers).toEqual(
      answers.map(() => expect.objectContaining({ body: expect.objectContaining({ acknowledged: true }) })),
    )
  })

  it('refuses what is another’s, taken, or not described', async () => {
    await shop()
    const other = await client.user('SELLER')
    const _id = await added()
    expect(await advertise({ _id }, other.as)).toMatchObject({ status: 404, body: errorBody('NOT_FOUND') })
    expect(await advertise({ _id, email: seller.email }, other.as)).toMatchObject({ status: 403 })
    expect(await advertise({})).toMatchObject({ status: 400, body: errorBody('INVALID_INPUT') })
    for (const claim of [{ paid: true }, { role: 'admin' }, { status: 'verified' }, { sellerId: seller.id }]) {
      expect((await advertise({ _id, ...claim })).status, JSON.stringify(claim)).toBe(400)
    }
    const sold = await market.listing({ sellerId: seller.id, state: 'SOLD' })
    expect(await advertise({ _id: sold.id })).toMatchObject({
      status: 200,
      body: { acknowledged: false, message: expect.stringMatching(/booked or sold/) },
    })
  })
})

describe('DELETE /deleteProduct/{id}', () => {
  const remove = (id: string, as = seller.as) => client.send('DELETE', `/deleteProduct/${id}`, { as })

  it('takes a post away, once', async () => {
    await shop()
    const id = await added()
    expect((await remove(id, (await client.user('SELLER')).as)).status).toBe(404)
    expect(await remove(id)).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } })
    expect(await remove(id)).toMatchObject({ status: 404, body: errorBody('NOT_FOUND') })
    expect((await client.send('GET', `/categories/${categoryId}`)).body).toEqual([])
    for (const bad of ['x', '%00', '0', "'"]) expect((await remove(bad)).status, bad).toBe(400)
  })

  it.each(['RESERVED', 'SOLD'] as const)('leaves one that is %s', async state => {
    await shop()
    const { id } = await market.listing({ sellerId: seller.id, state })
    const answer = await remove(id)
    expect(answer.status).toBe(409)
    expect(answer.body).toEqual({ acknowledged: true, deletedCount: 0, ...errorBody('LISTING_NOT_AVAILABLE') })
  })
})

describe('GET /categories/{id}', () => {
  it('pages through plain arrays, newest first, by the link', async () => {
    await shop()
    const ids = []
    for (let n = 0; n < 3; n += 1) {
      ids.unshift((await market.listing({ categoryId, sellerId: seller.id, postedAt: new Date(n * 1000) })).id)
    }
    await market.listing({ categoryId, sellerId: seller.id, state: 'SOLD' })
    const first = await client.send('GET', `/categories/${categoryId}?limit=2`)
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(next).toMatch(new RegExp(`^/categories/${categoryId}\\?limit=2&cursor=`))
    const second = await client.send('GET', next)
    const pages = [first, second].map(({ body }) => (body as { _id: string }[]).map(post => post._id))
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2)])
    expect(second.headers.has('link')).toBe(false)
  })

  it('answers an array when there is nothing, shows the seller’s email to the signed in alone', async () => {
    await shop()
    expect((await client.send('GET', `/categories/${categoryId}`)).body).toEqual([])
    await added()
    expect((await client.send('GET', `/categories/${categoryId}`)).body).toEqual([
      expect.not.objectContaining({ email: expect.anything() }),
    ])
    const { as } = await client.user()
    expect((await client.send('GET', `/categories/${categoryId}`, { as })).body).toEqual([
      expect.objectContaining({ email: seller.email }),
    ])
  })

  it.each([
    '?limit=101',
    '?limit=0',
    '?limit=-1',
    '?limit=x',
    '?limit=',
    '?cursor=x',
    '?cursor=%00',
    '?limit=1&limit=2',
  ])('refuses %s', async query => {
    await shop()
    expect(await client.send('GET', `/categories/${categoryId}${query}`)).toMatchObject({
      status: 400,
      body: errorBody('INVALID_INPUT'),
    })
  })

  it('of no category is an array too, and of no id is bad input', async () => {
    expect(await client.send('GET', `/categories/${randomUUID()}`)).toMatchObject({ status: 200, body: [] })
    expect((await client.send('GET', '/categories/undefined')).status).toBe(400)
  })
})
