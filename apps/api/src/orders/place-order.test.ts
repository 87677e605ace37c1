import { createMarket, type Market } from '@second-ring/testkit'
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppRouter } from '#trpc-api/app-router.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ accountLimits: 'all=1000' })
})
afterAll(() => market.close())

const where = { meetingPlace: 'Central Library', phone: '+1 555 010 0199', expectedPriceCents: 20_000 }

describe('booking a phone', () => {
  it('reserves it and makes an order with the listing’s own name, picture and price, held for 48 hours', async () => {
    const { id: listingId, categoryId } = await market.listing({ resalePriceCents: 24_999 })
    const { id: buyerId, email } = await market.user()
    const buyer = market.as(buyerId)
    const { orderId } = await buyer.orders.place({ listingId, ...where, expectedPriceCents: 24_999 })
    const order = await buyer.orders.byId({ orderId })
    expect(order).toMatchObject({
      listingId,
      productName: 'Aurora 12',
      priceCents: 24_999,
      buyerEmail: email,
      state: 'PLACED',
      payable: true,
      meetingPlace: where.meetingPlace,
      phone: where.phone,
    })
    expect(Date.parse(order.reservedUntil) - Date.parse(order.placedAt)).toBe(48 * 3_600_000)
    expect((await market.anonymous().listings.byCategory({ categoryId })).items).toEqual([])
    expect((await buyer.orders.mine({})).items.map(item => item.id)).toEqual([orderId])
  })

  it('is rejected for everyone but the first', async () => {
    const { id: listingId } = await market.listing()
    await (await market.asBuyer()).orders.place({ listingId, ...where })
    const second = await market.asBuyer()
    await expect(second.orders.place({ listingId, ...where })).rejects.toMatchObject({
      message: 'This product is already booked',
      cause: { code: 'ALREADY_BOOKED' },
    })
    expect((await second.orders.mine({})).items).toEqual([])
  })

  it('is rejected for the seller of the phone, and leaves it available', async () => {
    const { id: listingId, sellerId } = await market.listing()
    await expect(market.as(sellerId).orders.place({ listingId, ...where })).rejects.toMatchObject({
      cause: { code: 'OWN_LISTING' },
    })
    const { state } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
    expect(state).toBe('AVAILABLE')
  })

  it('is open to another seller', async () => {
    const { id: listingId } = await market.listing()
    const other = await market.asSeller()
    await expect(other.orders.place({ listingId, ...where })).resolves.toHaveProperty('orderId')
  })

  it.each(['SOLD', 'RESERVED'] as const)('is rejected for a phone that is %s', async state => {
    const { id: listingId } = await market.listing({ state })
    const buyer = await market.asBuyer()
    await expect(buyer.orders.place({ listingId, ...where })).rejects.toMatchObject({
      cause: { code: 'ALREADY_BOOKED' },
    })
  })

  it('is rejected for a phone that is gone', async () => {
    const { id: listingId } = await market.listing({ state: 'REMOVED' })
    const buyer = await market.asBuyer()
    await expect(buyer.orders.place({ listingId, ...where })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('leaves nothing behind when the order cannot be made', async () => {
    const { id: listingId } = await market.listing()
    // An order that lost its listing's reservation: the partial unique index is the last guard.
    await market.order({ listingId })
    const buyer = await market.asBuyer()
    await expect(buyer.orders.place({ listingId, ...where })).rejects.toMatchObject({
      cause: { code: 'ALREADY_BOOKED' },
    })
    const { state } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
    expect(state).toBe('AVAILABLE')
  })
})

describe('a booking at another price than the phone’s', () => {
  it('is rejected with the new one, and is no booking', async () => {
    const { id: listingId } = await market.listing({ resalePriceCents: 89_999 })
    const buyer = await market.asBuyer()
    await expect(buyer.orders.place({ listingId, ...where })).rejects.toMatchObject({
      message: 'The price is now $899.99. Book again if you still want it.',
      cause: { code: 'PRICE_MISMATCH', priceCents: 89_999 },
    })
    expect(await market.database.order.count({ where: { listingId } })).toBe(0)
    await buyer.orders.place({ listingId, ...where, expectedPriceCents: 89_999 })
  })

  it('leaves an offer of the waiting list as it was', async () => {
    const { id: listingId } = await market.listing({ state: 'RESERVED' })
    const { id: userId } = await market.user()
    const offeredUntil = new Date(Date.now() + 3_600_000)
    await market.database.waitingEntry.create({ data: { listingId, userId, state: 'OFFERED', offeredUntil } })
    const booking = { listingId, ...where, expectedPriceCents: 100 }
    await expect(market.as(userId).orders.place(booking)).rejects.toMatchObject({ cause: { code: 'PRICE_MISMATCH' } })
    await market.as(userId).orders.place({ listingId, ...where })
  })

  it('is none when the phone is booked, removed or one’s own', async () => {
    const booking = { ...where, expectedPriceCents: 100 }
    const codes = []
    for (const state of ['RESERVED', 'SOLD', 'REMOVED', 'AVAILABLE'] as const) {
      const { id: listingId, sellerId } = await market.listing({ state })
      const caller = state === 'AVAILABLE' ? market.as(sellerId) : await market.asBuyer()
      codes.push(await caller.orders.place({ listingId, ...booking }).catch(error => error.cause.code))
    }
    expect(codes).toEqual(['ALREADY_BOOKED', 'ALREADY_BOOKED', 'NOT_FOUND', 'OWN_LISTING'])
  })
})

describe('two buyers at the same time', () => {
  async function clientOf(): Promise<ReturnType<typeof createTRPCClient<AppRouter>>> {
    const { id } = await market.user()
    const accessToken = market.tokenOf(id)
    return createTRPCClient<AppRouter>({
      links: [httpLink({ url: `${market.url}/trpc`, headers: { authorization: `Bearer ${accessToken}` } })],
    })
  }

  it('get one phone between them, in each of 50 rounds over real connections', async () => {
    const clients = await Promise.all([clientOf(), clientOf()])
    for (let round = 0; round < 50; round += 1) {
      const { id: listingId } = await market.listing()
      const results = await Promise.allSettled(
        clients.map(client => client.orders.place.mutate({ listingId, ...where })),
      )
      const rejected = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
      expect(rejected).toHaveLength(1)
      expect(rejected[0]).toBeInstanceOf(TRPCClientError)
      expect((rejected[0] as TRPCClientError<AppRouter>).data?.domainCode).toBe('ALREADY_BOOKED')
      expect(await market.database.order.count({ where: { listingId } })).toBe(1)
    }
  })

  it('get one phone between two hundred', async () => {
    const { id: listingId } = await market.listing()
    const buyers = await Promise.all(Array.from({ length: 200 }, () => market.asBuyer()))
    const results = await Promise.allSettled(buyers.map(buyer => buyer.orders.place({ listingId, ...where })))
    const codes = results.flatMap(result => (result.status === 'rejected' ? [result.reason.cause?.code] : []))
    expect(codes).toEqual(Array.from({ length: 199 }, () => 'ALREADY_BOOKED'))
  })
})

describe('reading orders', () => {
  it('refuses another owner', async () => {
    const { id: orderId } = await market.order()
    const other = await market.asBuyer()
    await expect(other.orders.byId({ orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await other.orders.mine({})).items).toEqual([])
  })

  it('gives them page by page, newest first', async () => {
    const { id: buyerId } = await market.user()
    const placed = []
    for (const day of [1, 2, 3]) placed.push(await market.order({ buyerId, placedAt: new Date(`2026-11-0${day}`) }))
    const buyer = market.as(buyerId)
    const first = await buyer.orders.mine({ limit: 2 })
    const second = await buyer.orders.mine({ limit: 2, cursor: first.nextCursor ?? '' })
    const ids = [...first.items, ...second.items].map(item => item.id)
    expect(ids).toEqual(placed.map(order => order.id).reverse())
    expect(second.nextCursor).toBeNull()
  })
})
