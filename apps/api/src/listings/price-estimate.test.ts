import { randomUUID } from 'node:crypto'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket({ accountLimits: 'postsADay=1000' })
})
afterAll(() => market.close())

/** A seller whose asking prices count, under a name that nobody else has. */
const verified = () => market.user({ role: 'SELLER', verifiedAt: new Date(), name: `Shop ${randomUUID()}` })

type Overrides = NonNullable<Parameters<Market['listing']>[0]>

async function likePhones() {
  const { id: categoryId } = await market.category()
  const phone = { categoryId, productName: 'Aurora 12', condition: 'GOOD' as const, yearsUsed: 2 }
  const priced = (dollars: number, change: Overrides) => ({ ...phone, resalePriceCents: dollars * 100, ...change })
  return {
    phone,
    /** Posts a phone, as a verified seller who posts no other unless said. */
    post: async (dollars: number, change: Overrides = {}) => {
      const sellerId = change.sellerId ?? (await verified()).id
      return (await market.listing(priced(dollars, { ...change, sellerId }))).id
    },
    sell: (dollars: number, change: Overrides = {}, order: Parameters<Market['sale']>[1] = {}) =>
      market.sale(priced(dollars, change), order),
    estimate: () => market.anonymous().listings.priceBand({ ...phone, productName: ' AURORA-12' }),
  }
}

describe('the price estimate', () => {
  it('is from the 25th to the 75th percentile of phones for sale and sold, in whole dollars', async () => {
    const { post, sell, estimate } = await likePhones()
    for (const dollars of [100.5, 150, 200, 250, 300.25]) await post(dollars)
    // What was paid counts, not the asking price.
    for (const dollars of [350, 400, 450, 500]) await sell(9000, {}, { priceCents: dollars * 100 })
    expect(await estimate()).toEqual({ lowCents: 20_000, highCents: 40_000, sampleSize: 9 })
  })

  it('is of the same model, condition, age and category; what is off the market does not count', async () => {
    const { post, estimate } = await likePhones()
    for (const dollars of [200, 205, 210, 215, 220, 225, 230]) await post(dollars)
    await post(900, { productName: 'Aurora 12 Pro' })
    await post(900, { condition: 'FAIR' })
    await post(900, { yearsUsed: 4 })
    await post(900, { categoryId: (await market.category()).id })
    await post(900, { state: 'REMOVED' })
    await market.order({ listingId: await post(900, { state: 'RESERVED' }), state: 'REFUNDED', priceCents: 90_000 })
    expect(await estimate()).toBeNull()
    await post(235, { yearsUsed: 3 })
    expect(await estimate()).toEqual({ lowCents: 20_900, highCents: 22_600, sampleSize: 8 })
  })

  it('counts of each age the last twenty sellers for sale and the last ten that have sold', async () => {
    const { post, sell, estimate } = await likePhones()
    const first = await post(1000)
    for (let n = 0; n < 20; n += 1) await post(200)
    expect(await estimate()).toEqual({ lowCents: 20_000, highCents: 20_000, sampleSize: 20 })
    await post(200, { yearsUsed: 1 })
    for (let n = 0; n < 11; n += 1) await sell(300, { yearsUsed: 3 })
    expect(await estimate()).toEqual({ lowCents: 20_000, highCents: 30_000, sampleSize: 31 })
    // The judged one may be among the last, and is not counted then.
    const page = await market.anonymous().listings.get({ listingId: await post(200) })
    expect(page.band?.sampleSize).toBe(20 + 1 + 10)
    expect((await market.anonymous().listings.get({ listingId: first })).band?.sampleSize).toBe(20 + 1 + 10)
  })

  it('counts a seller once, by what was paid, and nobody whose email is not proven', async () => {
    const { post, sell, estimate } = await likePhones()
    for (const dollars of [200, 205, 210, 215, 220, 225, 230, 235]) await post(dollars)
    const { id: sellerId } = await verified()
    for (let n = 0; n < 20; n += 1) await post(240, { sellerId })
    expect(await estimate()).toEqual({ lowCents: 21_000, highCents: 23_000, sampleSize: 9 })
    await sell(190, { sellerId })
    expect(await estimate()).toEqual({ lowCents: 20_500, highCents: 22_500, sampleSize: 9 })
    const unproven = { emailVerifiedAt: null }
    await post(900, { sellerId: (await market.user({ role: 'SELLER', ...unproven })).id })
    await sell(900, {}, { buyerId: (await market.user(unproven)).id })
    expect(await estimate()).toMatchObject({ sampleSize: 9 })
  })

  it('counts what a trusted seller asks who is not verified only once it was paid', async () => {
    const { post, sell, estimate } = await likePhones()
    for (const dollars of [200, 205, 210, 215, 220, 225, 230, 235]) await post(dollars)
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    await post(240, { sellerId })
    expect(await estimate()).toEqual({ lowCents: 20_900, highCents: 22_600, sampleSize: 8 })
    await sell(240, { sellerId })
    expect(await estimate()).toEqual({ lowCents: 21_000, highCents: 23_000, sampleSize: 9 })
  })

  it('leaves out prices far from the median, also paid ones while they are few, and is none when fewer than eight remain', async () => {
    const { post, sell, estimate } = await likePhones()
    for (const dollars of [200, 205, 210, 215, 220, 225, 230]) await post(dollars)
    for (const dollars of [900, 20]) await post(dollars)
    expect(await estimate()).toBeNull()
    await post(235)
    expect(await estimate()).toEqual({ lowCents: 20_900, highCents: 22_600, sampleSize: 8 })
    for (let n = 0; n < 4; n += 1) await sell(900)
    expect(await estimate()).toMatchObject({ highCents: 22_600, sampleSize: 8 })
    for (let n = 0; n < 4; n += 1) await sell(900)
    expect(await estimate()).toMatchObject({ highCents: 90_000 })
  })

  it('counts asking prices up to 15 % from the median where nearly all ask the same', async () => {
    const { post, estimate } = await likePhones()
    for (let n = 0; n < 8; n += 1) await post(200)
    for (const dollars of [170, 230]) await post(dollars)
    expect(await estimate()).toEqual({ lowCents: 20_000, highCents: 20_000, sampleSize: 10 })
    for (const dollars of [169, 231]) await post(dollars)
    expect(await estimate()).toMatchObject({ sampleSize: 10 })
  })

  it('counts a buyer once', async () => {
    const { sell, estimate } = await likePhones()
    for (const dollars of [200, 205, 210, 215, 220, 225, 230, 235]) await sell(dollars)
    const { id: buyerId } = await market.user()
    for (const dollars of [900, 240]) await sell(dollars, {}, { buyerId })
    expect(await estimate()).toEqual({ lowCents: 21_000, highCents: 23_000, sampleSize: 9 })
  })

  it('counts no deal of less than $20', async () => {
    const { sell, estimate } = await likePhones()
    for (let n = 0; n < 7; n += 1) await sell(20)
    await sell(19.99)
    expect(await estimate()).toBeNull()
    await sell(20)
    expect(await estimate()).toMatchObject({ sampleSize: 8 })
  })

  it('counts a phone as sold once it was paid and handed over, while no money goes back or is claimed', async () => {
    const { post, estimate } = await likePhones()
    for (let n = 0; n < 7; n += 1) await post(200)
    const { database } = market
    const { id, buyerId } = await market.order({
      listingId: await post(210, { state: 'SOLD' }),
      state: 'PAID',
      priceCents: 21_000,
    })
    const now = new Date()
    const complete = { state: 'HANDED_OVER', ending: 'HANDED_OVER', endedAt: now, protectedUntil: now } as const
    await database.order.update({ where: { id }, data: complete })
    expect(await estimate()).toBeNull()
    const paid = { orderId: id, buyerId, amountCents: 21_000, intentId: `pi_${id}`, receivedAt: new Date() }
    const { id: paymentId } = await database.payment.create({ data: { ...paid, state: 'SUCCEEDED' } })
    expect(await estimate()).toMatchObject({ sampleSize: 8 })

    const refund = await database.refund.create({ data: { paymentId, amountCents: 100, reason: 'A scratch' } })
    expect(await estimate()).toBeNull()
    await database.refund.update({ where: { id: refund.id }, data: { state: 'FAILED' } })
    expect(await estimate()).toMatchObject({ sampleSize: 8 })

    const claim = { amountCents: 21_000, state: 'NEEDS_RESPONSE', reason: 'fraudulent', openedAt: new Date() } as const
    const dispute = await database.dispute.create({ data: { ...claim, paymentId, providerId: `dp_${id}` } })
    expect(await estimate()).toBeNull()
    await database.dispute.update({ where: { id: dispute.id }, data: { state: 'WON', closedAt: new Date() } })
    expect(await estimate()).toMatchObject({ sampleSize: 8 })

    const refunded = { state: 'REFUNDED', ending: 'REFUNDED_BY_ADMIN' } as const
    await database.order.update({ where: { id }, data: refunded })
    expect(await estimate()).toBeNull()
  })

  it('is none of a name of signs alone, and refuses what is no phone', async () => {
    const { phone, post } = await likePhones()
    for (let n = 0; n < 9; n += 1) await post(100, { productName: '★★★' })
    const { priceBand } = market.anonymous().listings
    expect(await priceBand({ ...phone, productName: '★★★' })).toBeNull()
    await expect(priceBand({ ...phone, yearsUsed: 51 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(priceBand({ ...phone, productName: 'a\u0000' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('a price far below the estimate', () => {
  it('raises a caution on the listing’s page, which does not count the listing itself', async () => {
    const { post } = await likePhones()
    for (let n = 0; n < 8; n += 1) await post(200)
    const caution = async (dollars: number, change: Overrides = {}) => {
      const id = await post(dollars, change)
      const page = await market.anonymous().listings.get({ listingId: id })
      await market.database.listing.update({ where: { id }, data: { state: 'REMOVED' } })
      return page
    }
    expect(await caution(119.99)).toMatchObject({ band: { lowCents: 20_000, sampleSize: 8 }, caution: true })
    expect(await caution(120)).toMatchObject({ caution: false })
    expect(await caution(50, { state: 'SOLD' })).toMatchObject({ caution: false })
  })

  it('is flagged to admins when it is posted or changed, until it is put right', async () => {
    const { phone, post } = await likePhones()
    for (let n = 0; n < 8; n += 1) await post(200)
    const admin = await market.asAdmin()
    const { listings } = market.as((await market.user({ role: 'SELLER' })).id)
    const { categoryId: _, ...rest } = phone
    const fields = { ...rest, sellerName: 'R', description: 'D', location: 'L', originalPriceCents: 50_000 }
    // Nobody else's picture.
    const picture = await market.upload({ reference: `/images/${'a'.repeat(32)}.webp` })
    const create = { ...fields, categoryId: phone.categoryId, images: [picture] }
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
