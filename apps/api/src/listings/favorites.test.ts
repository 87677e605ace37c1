import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

describe('favourites', () => {
  it('are added and removed, idempotently', async () => {
    const buyer = await market.asBuyer()
    const { id: listingId } = await market.listing()
    for (const favorite of [true, true]) await buyer.listings.setFavorite({ listingId, favorite })
    expect(await buyer.listings.favoriteIds()).toEqual([listingId])
    for (const favorite of [false, false]) await buyer.listings.setFavorite({ listingId, favorite })
    expect(await buyer.listings.favoriteIds()).toEqual([])
  })

  it('show their live state, last added first, page by page, without what is removed', async () => {
    const buyer = await market.asBuyer()
    const listings = []
    for (let n = 0; n < 4; n += 1) {
      const listing = await market.listing()
      listings.push(listing)
      await buyer.listings.setFavorite({ listingId: listing.id, favorite: true })
    }
    const [sold, removed, third, last] = listings.map(listing => listing.id)
    await market.database.listing.update({ where: { id: sold ?? '' }, data: { state: 'SOLD' } })
    await market.database.listing.update({ where: { id: removed ?? '' }, data: { state: 'REMOVED' } })
    const first = await buyer.listings.favorites({ limit: 2 })
    const second = await buyer.listings.favorites({ limit: 2, cursor: first.nextCursor ?? '' })
    expect(first.items.map(item => item.id)).toEqual([last, third])
    expect(second).toMatchObject({ items: [{ id: sold, state: 'SOLD' }], nextCursor: null })
    expect(await buyer.listings.favoriteIds()).toHaveLength(3)
  })

  it('are each user’s own', async () => {
    const [mine, other] = [await market.asBuyer(), await market.asBuyer()]
    const { id: listingId } = await market.listing()
    await mine.listings.setFavorite({ listingId, favorite: true })
    await other.listings.setFavorite({ listingId, favorite: false })
    expect(await mine.listings.favoriteIds()).toEqual([listingId])
    expect((await other.listings.favorites({})).items).toEqual([])
  })

  it('cannot be what is not there', async () => {
    const buyer = await market.asBuyer()
    const { id: listingId } = await market.listing({ state: 'REMOVED' })
    await expect(buyer.listings.setFavorite({ listingId, favorite: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
