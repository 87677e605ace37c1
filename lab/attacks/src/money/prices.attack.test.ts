import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProviderBetween, startProviderBetween } from '../process/provider-between.ts'
import type { Answer } from '../wire/answer.ts'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let provider: ProviderBetween
let seller: Person
let buyer: Person
let categoryId: string
beforeAll(async () => {
  market = await createMarket({
    webhooks: false,
    async cardPaymentsVia(url) {
      provider = await startProviderBetween(url)
      return provider.url
    },
  })
  attack = attackOn(market)
  seller = await usersOf(market).person('SELLER')
  buyer = await usersOf(market).person()
  categoryId = (await market.category()).id
})
afterAll(async () => {
  await market.close()
  await provider.stop()
})

const json = { 'content-type': 'application/json' }

/** A call with a price that JSON.stringify would not write: the text stands in the body as it is. */
function sendPriced(path: string, as: string, body: Record<string, unknown>, price: string): Promise<Answer> {
  const raw = JSON.stringify(body).replace('"PRICE"', price)
  return attack.send('POST', path, { as, raw, headers: json })
}

const post = () => ({
  id: categoryId,
  condition: 'good',
  description: 'Works.',
  image: PICTURE,
  product_name: 'Aurora 9',
  location: 'Portland',
  resale_price: 'PRICE',
  orginal_price: 200,
  year_used: 1,
  seller_name: 'Ana',
  email: seller.email,
})

const listing = () => ({
  categoryId,
  productName: 'Aurora 9',
  sellerName: 'Ana',
  condition: 'GOOD',
  description: 'Works.',
  location: 'Portland',
  images: [PICTURE],
  resalePriceCents: 'PRICE',
  originalPriceCents: 20_000,
  yearsUsed: 1,
})

describe('the price of a booking', () => {
  it('A41 is the listing’s, and another one is refused', async () => {
    const { send, rpc, refused } = attack
    const { as, email } = buyer
    const phone = await market.listing({ categoryId })
    const booking = {
      product: 'Aurora 12',
      product_img: PICTURE,
      email,
      location: 'Library',
      phone: '555 0100',
      productId: phone.id,
    }
    for (const price of [1, '1', 199.99, '200.01', 20_000]) {
      const { body } = await refused(() => send('POST', '/orders', { as, body: { ...booking, price } }), 200)
      expect(body).toEqual({ acknowledged: false, message: 'The price is now $200. Book again if you still want it.' })
    }
    const { productId: _, ...described } = booking
    const { body } = await refused(() => send('POST', '/orders', { as, body: { ...described, price: 1 } }), 200)
    expect(body).toMatchObject({ acknowledged: false })
    const input = {
      listingId: phone.id,
      phone: '555 0100',
      meetingPlace: 'Library',
      price: 1,
      priceCents: 100,
      expectedPriceCents: 20_000,
    }
    const { data } = await rpc('orders.place', input, { as })
    const { orderId } = data as { orderId: string }
    const order = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    expect(order.priceCents).toBe(20_000)
  })

  it('A42 is what is charged, and another one is refused', async () => {
    const { send, rpc, refused } = attack
    const { as } = buyer
    const order = await market.order({ buyerId: buyer.id })
    const before = provider.asked.length
    for (const price of [1, '0.50', 199.99, 20_000]) {
      const body = { price, bookingId: order.id }
      expect((await refused(() => send('POST', '/create-payment-intent', { as, body }), 409)).code).toBe(
        'PRICE_MISMATCH',
      )
    }
    await refused(() => send('POST', '/create-payment-intent', { as, body: { price: 1 } }), 404)
    expect(provider.asked.length).toBe(before)
    const { data } = await rpc('payments.createIntent', { orderId: order.id, price: 1, amountCents: 50 }, { as })
    const { clientSecret } = data as { clientSecret: string }
    const intent = await market.card.intent(clientSecret.split('_secret_')[0] ?? '')
    expect(intent.amount).toBe(20_000)
  })
})

describe('the fee of a booking', () => {
  it('A257 is the rule’s, whatever a buyer or a seller sends along', async () => {
    const { send, rpc } = attack
    const { as, id, email } = await usersOf(market).person()
    const claims = {
      fee: 0,
      feeCents: 0,
      fee_cents: 0,
      basisPoints: 0,
      minimumCents: 0,
      feeTaxCents: 9,
      feeTaxBasisPoints: 9,
    }
    const [first, second] = [await market.listing({ categoryId }), await market.listing({ categoryId })]
    const place = { phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
    await rpc('orders.place', { ...claims, ...place, listingId: first.id }, { as })
    const booking = { product: 'Aurora 12', email, price: 200, location: 'Library', phone: '555 0100' }
    await send('POST', '/orders', { as, body: { ...claims, ...booking, productId: second.id } })
    const orders = await market.database.order.findMany({ where: { listingId: { in: [first.id, second.id] } } })
    expect(orders.map(({ feeCents, feeTaxCents }) => [feeCents, feeTaxCents])).toEqual([
      [1000, 0],
      [1000, 0],
    ])

    const asked = { ...claims, categoryId, priceCents: 20_000, sellerId: id }
    const { data } = await rpc('fees.quote', asked, { as: seller.as })
    expect(data).toEqual({ priceCents: 20_000, basisPoints: 500, minimumCents: 0, feeCents: 1000, feeTaxCents: 0 })
    await attack.refused(() => rpc('fees.quote', asked, { as }), 403)
    expect(await market.database.feeRule.count()).toBe(1)
  })
})

describe('a price', () => {
  const refused = [
    '-1',
    '0',
    'NaN',
    '-0',
    '1e999',
    '"1e3"',
    '1e21',
    '"0x10"',
    '""',
    '" "',
    '2147483648',
    '10.005',
    '"1,000"',
    '"1.000,00"',
    '"١٠"',
    '"１０"',
    '"$5"',
    '"5;"',
    'true',
    'null',
    '[5]',
    '{"not":""}',
    '"Infinity"',
    '"NaN"',
    '"+5"',
    '5.000000000000001',
    '"5.001"',
    '"99999999"',
    '1000000',
  ]
  const meant: [string, number][] = [
    ['" 5 "', 500],
    ['"5"', 500],
    ['5e0', 500],
    ['"5.5"', 550],
    ['0.5', 50],
    ['5.10', 510],
    ['"0005"', 500],
    ['999999.99', 99_999_999],
  ]

  it.each(refused)('A43 of %s is refused', async price => {
    await attack.refused(() => sendPriced('/addProduct', seller.as, post(), price), 400)
    await attack.refused(() => sendPriced('/create-payment-intent', buyer.as, { price: 'PRICE' }, price), 400)
    const booking = { product: 'Aurora 12', email: buyer.email, price: 'PRICE', location: 'Library', phone: '555 0100' }
    await attack.refused(() => sendPriced('/orders', buyer.as, booking, price), 400)
  })

  it.each(meant)('A43 of %s is exactly %i cents', async (price, cents) => {
    const { body } = await sendPriced('/addProduct', seller.as, post(), price)
    const { insertedId } = body as { insertedId: string }
    const { resalePriceCents } = await market.database.listing.findUniqueOrThrow({ where: { id: insertedId } })
    expect(resalePriceCents).toBe(cents)
  })

  it.each([
    '-1',
    '0',
    '0.5',
    '49',
    '1e999',
    '"500"',
    '" 5 "',
    '2147483648',
    '100000000',
    '500.5',
    '"1e3"',
    'NaN',
    'null',
    'true',
    '[500]',
    '{"not":0}',
  ])('A43 of %s cents is refused on the typed face', async price => {
    await attack.refused(() => sendPriced('/trpc/listings.create', seller.as, listing(), price), 400)
    const { id } = await market.listing({ sellerId: seller.id })
    const edit = { listingId: id, description: 'Works.', resalePriceCents: 'PRICE' }
    await attack.refused(() => sendPriced('/trpc/listings.edit', seller.as, edit, price), 400)
  })

  it('A44 below what the provider charges is refused before the provider is asked', async () => {
    const before = provider.asked.length
    for (const price of ['0.49', '"0.49"', '0.01']) {
      await attack.refused(() => sendPriced('/addProduct', seller.as, post(), price), 400)
      await attack.refused(() => sendPriced('/create-payment-intent', buyer.as, { price: 'PRICE' }, price), 400)
    }
    await attack.refused(() => sendPriced('/trpc/listings.create', seller.as, listing(), '49'), 400)
    expect(provider.asked.length).toBe(before)
  })
})
