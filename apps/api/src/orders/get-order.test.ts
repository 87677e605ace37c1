import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

/** A booked phone, and everyone who could read its order. */
async function booking() {
  const seller = await market.user({ role: 'SELLER' })
  const listing = await market.listing({ sellerId: seller.id, state: 'RESERVED' })
  const order = await market.order({ listingId: listing.id })
  return { orderId: order.id, buyer: market.as(order.buyerId), seller: market.as(seller.id) }
}

describe('reading an order', () => {
  it('is for its buyer, for the seller of its phone and for an admin', async () => {
    const { orderId, buyer, seller } = await booking()
    const read = await buyer.orders.byId({ orderId })
    expect(read).toMatchObject({ id: orderId, meetingPlace: 'Central Library', phone: '+1 555 010 0199' })
    for (const reader of [seller, await market.asAdmin()]) {
      expect(await reader.orders.byId({ orderId })).toEqual(read)
    }
  })

  it('refuses another owner, whatever their role: it reads as not found', async () => {
    const { orderId } = await booking()
    for (const stranger of [await market.asBuyer(), await market.asSeller(), (await booking()).seller]) {
      await expect(stranger.orders.byId({ orderId })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
    }
    await expect(market.anonymous().orders.byId({ orderId })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('does not put it among the reader’s own orders', async () => {
    const { seller } = await booking()
    expect((await seller.orders.mine({})).items).toEqual([])
    expect((await (await market.asAdmin()).orders.mine({})).items).toEqual([])
  })
})

describe('an order that someone may read', () => {
  it('is paid by its buyer alone', async () => {
    const { orderId, buyer, seller } = await booking()
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    const transactionId = await market.card.pay(clientSecret)
    for (const reader of [seller, await market.asAdmin()]) {
      await expect(reader.payments.createIntent({ orderId })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
      await expect(reader.payments.confirm({ orderId, transactionId })).rejects.toMatchObject({
        cause: { code: 'NOT_FOUND' },
      })
    }
    await expect(buyer.payments.confirm({ orderId, transactionId })).resolves.toMatchObject({ transactionId })
  })
})
