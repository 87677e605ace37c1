import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket({ accountLimits: 'openBookings=2,bookingsADay=3' })
})
afterAll(() => market.close())

const booking = { meetingPlace: 'Central Library', phone: '555 0199', expectedPriceCents: 20_000 }

/** A phone that a buyer is offered from its waiting list. */
async function offered() {
  const [{ id: userId }, { id: listingId }] = [await market.user(), await market.listing({ state: 'RESERVED' })]
  const offer = { state: 'OFFERED', offeredUntil: new Date(Date.now() + 3_600_000) } as const
  await market.database.waitingEntry.create({ data: { userId, listingId, ...offer } })
  return { userId, listingId, book: () => market.as(userId).orders.place({ listingId, ...booking }) }
}

describe('a phone that is offered from the waiting list', () => {
  it('is booked by whoever has room for it', async () => {
    const { userId: buyerId, book } = await offered()
    await market.order({ buyerId })
    await market.order({ buyerId, state: 'CANCELLED' })
    expect(await book()).toEqual({ orderId: expect.any(String) })
  })

  it('is not booked by whoever has as many unpaid bookings as they may', async () => {
    const { userId: buyerId, book } = await offered()
    for (let count = 0; count < 2; count += 1) await market.order({ buyerId })
    await expect(book()).rejects.toMatchObject({ cause: { code: 'LIMIT_REACHED' } })
  })

  it('is not booked by whoever has made as many bookings that day as they may', async () => {
    const { userId: buyerId, book } = await offered()
    for (let count = 0; count < 3; count += 1) await market.order({ buyerId, state: 'CANCELLED' })
    await expect(book()).rejects.toMatchObject({ cause: { code: 'LIMIT_REACHED' } })
  })

  it('is not booked within a day by whoever let a booking of it run out', async () => {
    const { userId: buyerId, listingId, book } = await offered()
    await market.order({ buyerId, listingId, state: 'EXPIRED' })
    await expect(book()).rejects.toMatchObject({ cause: { code: 'REBOOKED_TOO_SOON' } })
  })
})
