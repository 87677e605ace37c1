import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

const reason = 'The screen broke'
const stateOf = async (id: string) => (await market.database.listing.findUniqueOrThrow({ where: { id } })).state
const noticesOf = (userId: string) => market.database.notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })

async function booked() {
  const [{ id: buyerId }, { id: listingId, sellerId }] = [await market.user(), await market.listing()]
  const booking = { listingId, meetingPlace: 'Library', phone: '555 0199', expectedPriceCents: 20_000 }
  const { orderId } = await market.as(buyerId).orders.place(booking)
  return { orderId, listingId, buyerId, sellerId, buyer: market.as(buyerId), seller: market.as(sellerId) }
}

describe('releasing a booking', () => {
  it('ends it with a reason that the buyer reads, and frees the phone', async () => {
    const { orderId, listingId, buyerId, buyer, seller } = await booked()
    await seller.orders.release({ orderId, reason })
    expect(await stateOf(listingId)).toBe('AVAILABLE')
    const order = await buyer.orders.byId({ orderId })
    expect(order).toMatchObject({ state: 'CANCELLED', ending: 'RELEASED', endReason: reason, payable: false })
    expect(await noticesOf(buyerId)).toEqual([
      expect.objectContaining({ kind: 'booking-released', message: expect.stringContaining(reason), orderId }),
    ])
    const entries = await market.database.auditEntry.findMany({
      where: { subjectId: orderId, action: 'order.release' },
    })
    expect(entries).toEqual([expect.objectContaining({ reason })])
  })

  it('offers the phone to the next on the waiting list; both sides are notified of an admin’s', async () => {
    const { orderId, listingId, sellerId, buyerId } = await booked()
    const { id: waiting } = await market.user()
    await market.as(waiting).orders.joinWaitingList({ listingId })
    await (await market.asAdmin()).orders.release({ orderId, reason })
    expect(await stateOf(listingId)).toBe('RESERVED')
    expect((await noticesOf(waiting)).map(({ kind }) => kind)).toEqual(['offered'])
    for (const side of [sellerId, buyerId]) {
      expect((await noticesOf(side)).map(({ kind }) => kind)).toContain('booking-released')
    }
  })

  it('refuses the buyer, another seller, a paid order, one that has ended, and no reason', async () => {
    const { orderId, buyer, seller } = await booked()
    await expect(buyer.orders.release({ orderId, reason })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect((await market.asSeller()).orders.release({ orderId, reason })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(seller.orders.release({ orderId, reason: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await seller.orders.release({ orderId, reason })
    await expect(seller.orders.release({ orderId, reason })).rejects.toMatchObject({
      cause: { code: 'ORDER_NOT_OPEN' },
    })
    const paid = await booked()
    const { clientSecret } = await paid.buyer.payments.createIntent({ orderId: paid.orderId })
    const transactionId = await market.card.pay(clientSecret)
    await paid.buyer.payments.confirm({ orderId: paid.orderId, transactionId })
    await expect(paid.seller.orders.release({ orderId: paid.orderId, reason })).rejects.toMatchObject({
      cause: { code: 'ORDER_NOT_OPEN' },
    })
  })

  it('meets a payment and a cancellation in one end', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { orderId, listingId, buyer, seller } = await booked()
      const { clientSecret } = await buyer.payments.createIntent({ orderId })
      const transactionId = await market.card.pay(clientSecret)
      await Promise.allSettled([
        buyer.payments.confirm({ orderId, transactionId }),
        seller.orders.release({ orderId, reason }),
        ...(round % 2 === 0 ? [buyer.orders.cancel({ orderId })] : []),
      ])
      await market.runJobs()
      const { state } = await buyer.orders.byId({ orderId })
      const { latest_charge: charge } = await market.card.intent(transactionId)
      const refunded = typeof charge === 'object' && charge?.refunded
      expect([state, await stateOf(listingId), refunded]).toEqual(
        state === 'PAID' ? ['PAID', 'SOLD', false] : ['CANCELLED', 'AVAILABLE', true],
      )
    }
  })
})
