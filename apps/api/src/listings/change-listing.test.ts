import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

function stateOf(id: string) {
  return market.database.listing.findUniqueOrThrow({ where: { id }, select: { state: true, advertisedAt: true } })
}

describe('posting a listing', () => {
  const input = {
    productName: 'Aurora 12',
    sellerName: 'Robin',
    condition: 'EXCELLENT' as const,
    description: 'As new.',
    location: 'Portland',
    resalePriceCents: 24_999,
    originalPriceCents: 59_900,
    yearsUsed: 1,
    images: [PICTURE],
  }

  it('is the seller’s, available and audited', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const { id: categoryId } = await market.category()
    const { listingId } = await market.as(sellerId).listings.create({ ...input, categoryId })
    const { items } = await market.as(sellerId).listings.mine({})
    expect(items).toEqual([
      expect.objectContaining({
        id: listingId,
        state: 'AVAILABLE',
        sellerId,
        advertisedAt: null,
        description: 'As new.',
      }),
    ])
    const entry = await market.database.auditEntry.findFirst({ where: { subjectId: listingId } })
    expect(entry).toMatchObject({ action: 'listing.create', actorId: sellerId })
  })

  it('refuses the wrong role', async () => {
    const { id: categoryId } = await market.category()
    for (const caller of [await market.asBuyer(), await market.asAdmin()]) {
      await expect(caller.listings.create({ ...input, categoryId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })

  it('refuses a picture from elsewhere and a category that is not there', async () => {
    const seller = await market.asSeller()
    const { id: categoryId } = await market.category()
    await expect(
      seller.listings.create({ ...input, categoryId, images: ['https://evil.test/x.png'] }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(
      seller.listings.create({ ...input, categoryId: '0199a3a2-7e5d-7c40-8d8e-111111111111' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Choose a category from the list.' })
  })

  it.each([49, 100_000_001, -1, 10.5])('refuses a price of %d cents', async resalePriceCents => {
    const seller = await market.asSeller()
    const { id: categoryId } = await market.category()
    await expect(seller.listings.create({ ...input, categoryId, resalePriceCents })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

describe('advertising a listing', () => {
  it('puts it on Home, once', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const seller = market.as(sellerId)
    await seller.listings.advertise({ listingId })
    const home = await market.anonymous().listings.advertised({})
    expect(home.items.map(item => item.id)).toContain(listingId)
    await expect(seller.listings.advertise({ listingId })).rejects.toMatchObject({
      cause: { code: 'ALREADY_ADVERTISED' },
      message: 'This product is already advertised',
    })
  })

  it('refuses the wrong role', async () => {
    const { id: listingId } = await market.listing()
    const buyer = await market.asBuyer()
    await expect(buyer.listings.advertise({ listingId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('refuses another owner', async () => {
    const { id: listingId } = await market.listing()
    const other = await market.asSeller()
    await expect(other.listings.advertise({ listingId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await stateOf(listingId)).advertisedAt).toBeNull()
  })

  it.each(['RESERVED', 'SOLD'] as const)('refuses a listing that is %s', async state => {
    const { id: listingId, sellerId } = await market.listing({ state })
    await expect(market.as(sellerId).listings.advertise({ listingId })).rejects.toMatchObject({
      cause: { code: 'LISTING_NOT_AVAILABLE' },
    })
  })
})

describe('removing a listing', () => {
  it('takes it off the market and out of the seller’s list', async () => {
    const { id: listingId, sellerId, categoryId } = await market.listing()
    const seller = market.as(sellerId)
    await seller.listings.remove({ listingId })
    expect((await stateOf(listingId)).state).toBe('REMOVED')
    expect((await seller.listings.mine({})).items).toEqual([])
    expect((await market.anonymous().listings.byCategory({ categoryId })).items).toEqual([])
    await expect(seller.listings.remove({ listingId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('refuses the wrong role', async () => {
    const { id: listingId } = await market.listing()
    const buyer = await market.asBuyer()
    await expect(buyer.listings.remove({ listingId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('refuses another owner', async () => {
    const { id: listingId } = await market.listing()
    const other = await market.asSeller()
    await expect(other.listings.remove({ listingId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await stateOf(listingId)).state).toBe('AVAILABLE')
  })

  it.each(['RESERVED', 'SOLD'] as const)('refuses a listing that is %s', async state => {
    const { id: listingId, sellerId } = await market.listing({ state })
    await expect(market.as(sellerId).listings.remove({ listingId })).rejects.toMatchObject({
      cause: { code: 'LISTING_NOT_AVAILABLE' },
    })
    expect((await stateOf(listingId)).state).toBe(state)
  })
})

describe('stopping to advertise', () => {
  it('takes it off Home and leaves it for sale', async () => {
    const { id: listingId, sellerId } = await market.listing({ advertisedAt: new Date() })
    await market.as(sellerId).listings.stopAdvertising({ listingId })
    expect(await stateOf(listingId)).toEqual({ state: 'AVAILABLE', advertisedAt: null })
    await expect(market.as(sellerId).listings.stopAdvertising({ listingId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('refuses the wrong role and another owner', async () => {
    const { id: listingId } = await market.listing({ advertisedAt: new Date() })
    const [buyer, other] = [await market.asBuyer(), await market.asSeller()]
    await expect(buyer.listings.stopAdvertising({ listingId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(other.listings.stopAdvertising({ listingId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await stateOf(listingId)).advertisedAt).not.toBeNull()
  })
})

describe('editing a listing', () => {
  const changes = { description: 'With a new battery.', resalePriceCents: 21_000 }

  it('changes price and description, and the pictures when they are sent', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const seller = market.as(sellerId)
    await seller.listings.edit({ listingId, ...changes })
    expect((await seller.listings.mine({})).items[0]).toMatchObject({ ...changes, image: { url: PICTURE } })
    const other = await market.upload({ reference: PICTURE.replace('0', '1') })
    await seller.listings.edit({ listingId, ...changes, images: [other] })
    expect((await seller.listings.mine({})).items[0]?.image.url).toBe(other)
  })

  it('refuses the wrong role and another owner', async () => {
    const { id: listingId } = await market.listing()
    const [buyer, other] = [await market.asBuyer(), await market.asSeller()]
    await expect(buyer.listings.edit({ listingId, ...changes })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(other.listings.edit({ listingId, ...changes })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is rejected once it is booked, and never changes what an order was placed at', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const buyer = await market.asBuyer()
    const { orderId } = await buyer.orders.place({
      listingId,
      phone: '555 0199',
      meetingPlace: 'Library',
      expectedPriceCents: 20_000,
    })
    await expect(market.as(sellerId).listings.edit({ listingId, ...changes })).rejects.toMatchObject({
      cause: { code: 'LISTING_NOT_AVAILABLE' },
    })
    expect((await buyer.orders.byId({ orderId })).priceCents).toBe(20_000)
  })
})

describe('a booked listing', () => {
  it('shows its seller, and nobody else, who has booked it and where to meet', async () => {
    const { id: listingId, sellerId } = await market.listing({ advertisedAt: new Date() })
    const { id: buyerId, name } = await market.user({ name: 'Ben Buyer' })
    await market
      .as(buyerId)
      .orders.place({ listingId, phone: '555 0199', meetingPlace: 'Library', expectedPriceCents: 20_000 })
    expect((await market.as(sellerId).listings.mine({})).items[0]?.booking).toMatchObject({
      buyerName: name,
      phone: '555 0199',
      meetingPlace: 'Library',
      paid: false,
    })
  })
})
