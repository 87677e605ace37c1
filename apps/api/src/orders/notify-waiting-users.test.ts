import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifyWaitingUsers } from './notify-waiting-users.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const notificationsOf = async (userId: string) => {
  const rows = await market.database.notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })
  return rows.map(({ kind }) => kind)
}

/** Someone who waits for a phone that another has paid. */
async function waiting() {
  const [buyer, { id: listingId, sellerId }, { id: userId }] = [
    await market.asBuyer(),
    await market.listing(),
    await market.user(),
  ]
  const booking = { listingId, meetingPlace: 'Library', phone: '555 0199', expectedPriceCents: 20_000 }
  const { orderId } = await buyer.orders.place(booking)
  await market.as(userId).orders.joinWaitingList({ listingId })
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  await buyer.payments.confirm({ orderId, transactionId: await market.card.pay(clientSecret) })
  return { orderId, listingId, userId, buyer, seller: market.as(sellerId), caller: market.as(userId) }
}

describe('those who wait for a phone', () => {
  it('are notified once that another has paid it, and stay on the list', async () => {
    const { userId, listingId, caller } = await waiting()
    await Promise.all([1, 2, 3, 4].map(() => notifyWaitingUsers(market.platform)))
    await market.runJobs()
    expect(await notificationsOf(userId)).toEqual(['waiting-sold'])
    expect(await caller.orders.myWaitingPlaces()).toEqual([
      { listingId, productName: 'Aurora 12', ahead: 0, sold: true, offeredUntil: null },
    ])
    await caller.orders.leaveWaitingList({ listingId })
    expect(await caller.orders.myWaitingPlaces()).toEqual([])
  })

  it('are offered it when that sale does not happen, and notified again of the next', async () => {
    const { userId, orderId, seller } = await waiting()
    await market.runJobs()
    await seller.payments.refund({ orderId, reason: 'It broke', relist: true })
    await market.runJobs()
    expect(await notificationsOf(userId)).toEqual(['waiting-sold', 'offered'])
  })

  it('are notified once that it is gone for good, and leave the list', async () => {
    const { userId, listingId, buyer, orderId, caller } = await waiting()
    await buyer.orders.confirmHandover({ orderId })
    await Promise.all([1, 2, 3, 4].map(() => notifyWaitingUsers(market.platform)))
    expect(await notificationsOf(userId)).toEqual(['waiting-ended'])
    expect(await caller.orders.myWaitingPlaces()).toEqual([])
    const entries = await market.database.waitingEntry.findMany({ where: { listingId }, select: { state: true } })
    expect(entries).toEqual([{ state: 'GONE' }])
  })

  it('are notified of a phone that left the market long ago', async () => {
    const [{ id: listingId }, { id: userId }] = [await market.listing({ state: 'REMOVED' }), await market.user()]
    await market.database.waitingEntry.create({ data: { listingId, userId } })
    await market.runJobs()
    await market.runJobs()
    expect(await notificationsOf(userId)).toEqual(['waiting-ended'])
  })
})
