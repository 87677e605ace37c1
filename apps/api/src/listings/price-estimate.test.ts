import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
let sellerId: string
beforeAll(async () => {
  market = await createMarket({ accountLimits: 'postsADay=1000' })
  sellerId = (await market.user({ role: 'SELLER' })).id
})
afterAll(() => market.close())

type Overrides = NonNullable<Parameters<Market['listing']>[0]>

const at = new Date()
/** The columns that a state requires. */
const besides = {
  PAID: { paidAt: at, handoverDueAt: at, handoverCode: '123456' },
  COMPLETED: { ending: 'HANDED_OVER', endedAt: at },
  REFUNDED: { ending: 'REFUNDED_BY_SELLER', endedAt: at },
} as const

async function likePhones() {
  const { id: categoryId } = await market.category()
  const phone = { categoryId, sellerId, productName: 'Aurora 12', condition: 'GOOD' as const, yearsUsed: 2 }
  return {
    phone,
    post: async (dollars: number, change: Overrides = {}) =>
      (await market.listing({ ...phone, resalePriceCents: dollars * 100, ...change })).id,
    estimate: () => market.anonymous().listings.priceBand({ ...phone, productName: ' AURORA-12' }),
  }
}

describe('the price estimate', () => {
  it('is from the 25th to the 75th percentile of phones for sale and sold, in whole dollars', async () => {
    const { post, estimate } = await likePhones()
    for (const dollars of [100.5, 200, 300.25]) await post(dollars)
    for (const [state, dollars] of [
      ['PAID', 400],
      ['COMPLETED', 500],
    ] as const) {
      // What was paid counts, not the asking price.
      const listingId = await post(9000, { state: 'SOLD' })
      await market.order({ listingId, state, priceCents: dollars * 100 })
    }
    expect(await estimate()).toEqual({ lowCents: 20_000, highCents: 40_000, sampleSize: 5 })
  })

  it('is of the same model, condition, age and category; what is off the market does not count', async () => {
    const { post, estimate } = await likePhones()
    for (const dollars of [200, 210, 220, 230]) await post(dollars)
    await post(900, { productName: 'Aurora 12 Pro' })
    await post(900, { condition: 'FAIR' })
    await post(900, { yearsUsed: 4 })
    await post(900, { categoryId: (await market.category()).id })
    await post(900, { state: 'REMOVED' })
    await market.order({ listingId: await post(900, { state: 'RESERVED' }), state: 'REFUNDED', priceCents: 90_000 })
    expect(await estimate()).toBeNull()
    await post(240, { yearsUsed: 3 })
    expect(await estimate()).toEqual({ lowCents: 21_000, highCents: 23_000, sampleSize: 5 })
  })

  it('counts of each age the last twenty for sale and the last ten that were sold', async () => {
    const { post, estimate } = await likePhones()
    const first = await post(1000)
    for (let n = 0; n < 20; n += 1) await post(200)
    expect(await estimate()).toEqual({ lowCents: 20_000, highCents: 20_000, sampleSize: 20 })
    await post(200, { yearsUsed: 1 })
    for (let n = 0; n < 11; n += 1) {
      const listingId = await post(300, { state: 'SOLD', yearsUsed: 3 })
      await market.order({ listingId, state: 'COMPLETED', priceCents: 30_000 })
    }
    expect(await estimate()).toEqual({ lowCents: 20_000, highCents: 30_000, sampleSize: 31 })
    // The estimated one may be among the last, and is not counted then.
    const page = await market.anonymous().listings.get({ listingId: await post(200) })
    expect(page.band?.sampleSize).toBe(19 + 1 + 10)
    expect((await market.anonymous().listings.get({ listingId: first })).band?.sampleSize).toBe(20 + 1 + 10)
  })

  it('counts a phone as sold once it is paid, and not any more when the money goes back', async () => {
    const { post, estimate } = await likePhones()
    for (let n = 0; n < 4; n += 1) await post(200)
    const { id } = await market.order({ listingId: await post(300, { state: 'RESERVED' }), priceCents: 30_000 })
    const move = (state: keyof typeof besides) =>
      market.database.order.update({ where: { id }, data: { state, ...besides[state] } })
    expect(await estimate()).toBeNull()
    for (const state of ['PAID', 'COMPLETED'] as const) {
      await move(state)
      expect(await estimate()).toMatchObject({ sampleSize: 5 })
    }
    await move('REFUNDED')
    expect(await estimate()).toBeNull()
  })

  it('is none of a name of signs alone, and refuses what is no phone', async () => {
    const { phone, post } = await likePhones()
    for (let n = 0; n < 6; n += 1) await post(100, { productName: '★★★' })
    const { priceBand } = market.anonymous().listings
    expect(await priceBand({ ...phone, productName: '★★★' })).toBeNull()
    await expect(priceBand({ ...phone, yearsUsed: 51 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(priceBand({ ...phone, productName: 'a\u0000' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('a price far below the estimate', () => {
  it('raises a caution on the listing’s page, which does not count the listing itself', async () => {
    const { post } = await likePhones()
    for (let n = 0; n < 5; n += 1) await post(200)
    const caution = async (dollars: number, change: Overrides = {}) => {
      const id = await post(dollars, change)
      const page = await market.anonymous().listings.get({ listingId: id })
      await market.database.listing.update({ where: { id }, data: { state: 'REMOVED' } })
      return page
    }
    expect(await caution(119.99)).toMatchObject({ band: { lowCents: 20_000, sampleSize: 5 }, caution: true })
    expect(await caution(120)).toMatchObject({ caution: false })
    expect(await caution(50, { state: 'SOLD' })).toMatchObject({ caution: false })
  })

  it('is flagged to admins when it is posted or changed, until it is put right', async () => {
    const { phone, post } = await likePhones()
    for (let n = 0; n < 5; n += 1) await post(200)
    const admin = await market.asAdmin()
    const { listings } = market.as(sellerId)
    const { categoryId: _, sellerId: __, ...rest } = phone
    const fields = { ...rest, sellerName: 'R', description: 'D', location: 'L', originalPriceCents: 50_000 }
    const create = { ...fields, categoryId: phone.categoryId, images: [`/images/${'0'.repeat(32)}.webp`] }
    const { listingId } = await listings.create({ ...create, resalePriceCents: 5_000 })
    const { listingId: fine } = await listings.create({ ...create, resalePriceCents: 19_000 })
    const flagged = async () => {
      await market.runJobs()
      return (await admin.listings.flagged({})).items
    }
    expect(await flagged()).toEqual([
      expect.objectContaining({ listing: expect.objectContaining({ id: listingId, resalePriceCents: 5_000 }) }),
    ])
    await listings.edit({ listingId: fine, description: 'D', resalePriceCents: 4_000 })
    expect((await flagged()).map(({ listing }) => listing.id)).toEqual([fine, listingId])
    const first = await admin.listings.flagged({ limit: 1 })
    const second = await admin.listings.flagged({ limit: 1, cursor: first.nextCursor ?? '' })
    expect(second.items[0]?.listing.id).toBe(listingId)
    await listings.edit({ listingId, description: 'D', resalePriceCents: 20_000 })
    await listings.remove({ listingId: fine })
    expect(await flagged()).toEqual([])
  })

  it.each(['asBuyer', 'asSeller'] as const)('is for admins to see: %s', async as => {
    await expect((await market[as]()).listings.flagged({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
