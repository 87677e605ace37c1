import { randomUUID } from 'node:crypto'
import { createMarket, intentOf, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restClient } from '#http/rest/testing/rest-client.ts'

let market: Market
let client: ReturnType<typeof restClient>
beforeAll(async () => {
  market = await createMarket()
  client = restClient(market)
})
afterAll(() => market.close())

const errorBody = (code: string) => ({ message: expect.stringMatching(/\S/), code })

/** A buyer with an unpaid order of $200, who pays as an old client does. */
async function booking() {
  const buyer = await client.user()
  const order = await market.order({ buyerId: buyer.id })
  const intend = (body: object) => client.send('POST', '/create-payment-intent', { as: buyer.as, body })
  const secretOf = async (body: object) => ((await intend(body)).body as { clientSecret: string }).clientSecret
  const record = (change: object) =>
    client.send('POST', '/payments', {
      as: buyer.as,
      body: { price: '200', email: buyer.email, bookingId: order.id, ...change },
    })
  return { buyer, order, intend, secretOf, record }
}

/** The columns that a state requires. */
function endOf(state: 'PAID' | 'CANCELLED' | 'EXPIRED' | 'REFUNDED') {
  const now = new Date()
  if (state === 'PAID') return { paidAt: now, handoverDueAt: now, handoverCode: '123456' }
  const endings = { CANCELLED: 'CANCELLED_BY_BUYER', EXPIRED: 'EXPIRED', REFUNDED: 'REFUNDED_BY_SELLER' } as const
  return { ending: endings[state], endedAt: now }
}

describe('POST /create-payment-intent', () => {
  it('gives the same intent however often it is called, with the order’s id or by its price', async () => {
    const { order, intend, secretOf } = await booking()
    const first = await intend({ price: 200 })
    expect(first).toMatchObject({ status: 200, body: { clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) } })
    expect(Object.keys(Object(first.body))).toEqual(['clientSecret'])
    const again = await Promise.all([
      secretOf({ price: '200.00', bookingId: order.id }),
      secretOf({ price: 200, bookingId: order.id, currency: 'usd', amount: 1 }),
      secretOf({ price: '200' }),
    ])
    expect(
      new Set([first.body, ...again.map(clientSecret => ({ clientSecret }))].map(x => JSON.stringify(x))).size,
    ).toBe(1)
    const intent = await market.card.intent(intentOf(again[0] ?? ''))
    expect(intent).toMatchObject({ amount: 20_000, currency: 'usd' })
  })

  it('refuses another price than the order’s, and an order that is not there', async () => {
    const { order, intend } = await booking()
    for (const price of [1, '199.99', 200.01]) {
      expect(await intend({ price, bookingId: order.id })).toMatchObject({
        status: 409,
        body: errorBody('PRICE_MISMATCH'),
      })
    }
    expect(await intend({ price: 1 })).toMatchObject({ status: 404, body: errorBody('NOT_FOUND') })
    expect((await intend({ price: 200, bookingId: randomUUID() })).status).toBe(404)
    expect((await intend({ price: 200, bookingId: (await market.order()).id })).status).toBe(404)
  })

  it.each(['PAID', 'CANCELLED', 'EXPIRED', 'REFUNDED'] as const)('refuses an order that is %s', async state => {
    const { order, intend } = await booking()
    await market.database.order.update({ where: { id: order.id }, data: { state, ...endOf(state) } })
    const answer = await intend({ price: 200, bookingId: order.id })
    expect(answer).toMatchObject({ status: 409, body: errorBody('ORDER_NOT_PAYABLE') })
  })

  it.each([
    { price: undefined },
    { price: null },
    { price: { not: '' } },
    { price: 200, bookingId: 'x' },
    { price: 200, bookingId: { not: '' } },
    { price: 200, paid: true },
    { price: 200, status: 'succeeded' },
  ])('refuses %j', async body => {
    const { intend } = await booking()
    expect(await intend(body)).toMatchObject({ status: 400, body: errorBody('INVALID_INPUT') })
  })
})

describe('POST /payments', () => {
  it('records what the provider confirms; again it is the same record, and the order is paid', async () => {
    const { buyer, order, secretOf, record } = await booking()
    const transactionId = await market.card.pay(await secretOf({ price: 200 }))
    const first = await record({ transactionId })
    expect(first).toMatchObject({ status: 200, body: { acknowledged: true } })
    expect(Object.keys(Object(first.body)).sort()).toEqual(['acknowledged', 'insertedId'])
    expect((await record({ transactionId, price: 200, posted: 'x' })).body).toEqual(first.body)
    const read = await client.send('GET', `/orders/${order.id}`, { as: buyer.as })
    expect(read.body).toMatchObject({ paid: true, state: 'paid' })
    expect(await market.database.payment.count({ where: { orderId: order.id } })).toBe(1)
  })

  it('refuses an intent that has not succeeded', async () => {
    const { buyer, order, secretOf, record } = await booking()
    const transactionId = intentOf(await secretOf({ price: 200 }))
    expect(await record({ transactionId })).toMatchObject({ status: 409, body: errorBody('PAYMENT_NOT_SUCCEEDED') })
    const read = await client.send('GET', `/orders/${order.id}`, { as: buyer.as })
    expect(Object.keys(Object(read.body))).not.toContain('paid')
  })

  it('refuses an intent of another order, of one’s own or another’s', async () => {
    const { buyer, secretOf, record } = await booking()
    const other = await market.order({ buyerId: buyer.id, priceCents: 30_000 })
    const transactionId = await market.card.pay(await secretOf({ price: 300, bookingId: other.id }))
    expect(await record({ transactionId })).toMatchObject({ status: 409, body: errorBody('PAYMENT_MISMATCH') })
    const stranger = await booking()
    const theirs = await market.card.pay(await stranger.secretOf({ price: 200 }))
    expect(await record({ transactionId: theirs })).toMatchObject({ status: 404, body: errorBody('NOT_FOUND') })
  })

  it('refuses another price, another’s order and another’s email', async () => {
    const { secretOf, record } = await booking()
    const transactionId = await market.card.pay(await secretOf({ price: 200 }))
    expect(await record({ transactionId, price: 1 })).toMatchObject({ status: 409, body: errorBody('PRICE_MISMATCH') })
    expect((await record({ transactionId, bookingId: (await market.order()).id })).status).toBe(404)
    expect((await record({ transactionId, email: (await client.user()).email })).status).toBe(403)
    expect(await record({ transactionId })).toMatchObject({ status: 200 })
  })

  it.each([
    { transactionId: 'pi_invented' },
    { transactionId: `pi_${'x'.repeat(200)}` },
    { transactionId: 'ch_1' },
    { transactionId: "pi_' OR 1=1" },
    { transactionId: undefined },
    { transactionId: 'pi_1', bookingId: undefined },
    { transactionId: 'pi_1', price: undefined },
    { transactionId: 'pi_1', email: undefined },
    { transactionId: 'pi_1', paid: true },
    { transactionId: 'pi_1', status: 'succeeded' },
  ])('refuses %j', async change => {
    const { record } = await booking()
    const answer = await record(change)
    expect(answer.status).toBeOneOf([400, 404])
    expect(answer.body).toEqual(errorBody(answer.status === 400 ? 'INVALID_INPUT' : 'NOT_FOUND'))
  })
})
