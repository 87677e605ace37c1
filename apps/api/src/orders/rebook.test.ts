import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket({ bookingHoldHours: 1 })
})
afterAll(() => market.close())

const booking = { meetingPlace: 'Central Library', phone: '555 0199', expectedPriceCents: 20_000 }
const tooEarly = {
  cause: {
    code: 'REBOOKED_TOO_SOON',
    message: expect.stringMatching(
      /^Your bookings of this phone have ended .* again after \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
    ),
    retryAfterS: expect.any(Number),
  },
}

async function bookedPhone() {
  const { id } = await market.user()
  const [buyer, { id: listingId, sellerId }] = [market.as(id), await market.listing()]
  const book = () => buyer.orders.place({ listingId, ...booking })
  return { id, buyer, listingId, sellerId, book, orderId: (await book()).orderId }
}

async function passHours(hours: number): Promise<void> {
  await market.timePasses({ hours })
  await market.runJobs()
}

describe('booking the same phone again', () => {
  it('waits a day after the booking ran out; others book it at once', async () => {
    const { book, listingId } = await bookedPhone()
    await passHours(1)
    await expect(book()).rejects.toMatchObject(tooEarly)
    const { orderId } = await (await market.asBuyer()).orders.place({ listingId, ...booking })
    expect(orderId).toBeTruthy()
    await passHours(1)
    await passHours(23)
    expect(await book()).toMatchObject({ orderId: expect.any(String) })
  })

  it('is free after the first cancellation, and waits a day after the second', async () => {
    const { buyer, book, orderId } = await bookedPhone()
    await buyer.orders.cancel({ orderId })
    const second = await book()
    await buyer.orders.cancel(second)
    await expect(book()).rejects.toMatchObject(tooEarly)
    await passHours(24)
    expect(await book()).toMatchObject({ orderId: expect.any(String) })
  })

  it('is free after the seller ended a booking, and waits a day after the second', async () => {
    const { sellerId, book, orderId } = await bookedPhone()
    await market.as(sellerId).orders.release({ orderId, reason: 'I am away' })
    const second = await book()
    await market.as(sellerId).orders.release({ ...second, reason: 'I am still away' })
    await expect(book()).rejects.toMatchObject(tooEarly)
    await passHours(24)
    expect(await book()).toMatchObject({ orderId: expect.any(String) })
  })

  it('is not offered to them from the waiting list meanwhile', async () => {
    const { id, buyer, book, listingId } = await bookedPhone()
    await passHours(1)
    const other = await market.asBuyer()
    const { orderId } = await other.orders.place({ listingId, ...booking })
    await buyer.orders.joinWaitingList({ listingId })
    await other.orders.cancel({ orderId })
    expect(await market.database.notice.count({ where: { userId: id, kind: 'offered' } })).toBe(0)
    await expect(book()).rejects.toMatchObject(tooEarly)
  })
})
