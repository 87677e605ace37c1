import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { type Caller, createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const SCALE = 0.1
const booksAtMost = RATE_LIMITS.book.most * SCALE
const paysAtMost = RATE_LIMITS.pay.most * SCALE
const handsOverAtMost = RATE_LIMITS.handOver.most * SCALE

let market: Market
beforeAll(async () => {
  market = await createMarket({ rateLimitScale: SCALE })
})
afterAll(() => market.close())

const meeting = { phone: '555 0199', meetingPlace: 'Library', expectedPriceCents: 20_000 }
const book = async (buyer: Caller) => buyer.orders.place({ listingId: (await market.listing()).id, ...meeting })

describe('what one account may do in a minute', () => {
  it('is so many bookings, on both transports together; others book on', async () => {
    const { id, email } = await market.user()
    const buyer = market.as(id)
    for (let count = 0; count < booksAtMost; count += 1) await book(buyer)
    await expect(book(buyer)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const listing = await market.listing()
    const response = await fetch(`${market.url}/orders`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${market.tokenOf(id)}`,
      },
      body: JSON.stringify({
        name: 'Robin',
        product: 'Aurora 12',
        product_img: '',
        email,
        price: 200,
        location: 'Library',
        phone: '555 0199',
        productId: listing.id,
      }),
    })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await response.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await market.database.order.count({ where: { buyerId: id } })).toBe(booksAtMost)
    await book(await market.asBuyer())
  })

  it('is so many starts and reports of a payment together', async () => {
    const { id: buyerId } = await market.user()
    const buyer = market.as(buyerId)
    const { id: orderId } = await market.order({ buyerId })
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    for (let count = 1; count < paysAtMost; count += 1) {
      await expect(buyer.payments.confirm({ orderId, transactionId: 'pi_unknown' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    const transactionId = await market.card.pay(clientSecret)
    const error = { code: 'TOO_MANY_REQUESTS' }
    await expect(buyer.payments.confirm({ orderId, transactionId })).rejects.toMatchObject(error)
    await expect(buyer.payments.createIntent({ orderId })).rejects.toMatchObject(error)
  })

  it('is so many handover codes, over all of a seller’s orders', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const seller = market.as(sellerId)
    const tryCode = async () => {
      const { id: listingId } = await market.listing({ sellerId, state: 'SOLD' })
      const { id: orderId } = await market.order({ listingId, state: 'PAID', handoverCode: '123456' })
      return seller.orders.handOver({ orderId, code: '654321' })
    }
    for (let count = 0; count < handsOverAtMost; count += 1) {
      await expect(tryCode()).rejects.toMatchObject({ cause: { code: 'WRONG_CODE' } })
    }
    await expect(tryCode()).rejects.toMatchObject({
      cause: { code: 'TOO_MANY_REQUESTS', retryAfterS: expect.any(Number) },
    })
  })
})
