import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const get = (listingId: string) => market.anonymous().listings.get({ listingId })

describe('a listing’s page', () => {
  it('shows all fields, all pictures and the seller, but no email', async () => {
    const seller = await market.user({ role: 'SELLER', verifiedAt: new Date() })
    await market.sale({ sellerId: seller.id })
    const images = [PICTURE, PICTURE.replace('0', '1')]
    const { id, categoryId } = await market.listing({ sellerId: seller.id, images, yearOfPurchase: 2024 })
    const page = await get(id)
    expect(page).toMatchObject({
      id,
      categoryId,
      categoryName: expect.stringMatching(/^category-/),
      productName: 'Aurora 12',
      description: 'Works as it should; the battery is at 91 %.',
      images: images.map(url => ({ url })),
      image: { url: PICTURE },
      yearOfPurchase: 2024,
      sellerId: seller.id,
      sellerName: 'Robin Vale',
      sellerVerified: true,
      sellerSold: 1,
      state: 'AVAILABLE',
      prices: [{ cents: 20_000 }],
      band: null,
      caution: false,
    })
    expect(JSON.stringify(page)).not.toContain('@')
  })

  it('counts the buyers that its seller has sold to: once each, of proven email, paid through and handed over', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const { id } = await market.listing({ sellerId })
    await market.order({ listingId: (await market.listing({ sellerId, state: 'SOLD' })).id, state: 'PAID' })
    await market.order({ listingId: (await market.listing({ sellerId, state: 'SOLD' })).id, state: 'HANDED_OVER' })
    await market.sale({ sellerId }, { buyerId: (await market.user({ emailVerifiedAt: null })).id })
    expect((await get(id)).sellerSold).toBe(0)
    const { buyerId } = await market.sale({ sellerId })
    for (let n = 0; n < 3; n += 1) await market.sale({ sellerId }, { buyerId })
    expect((await get(id)).sellerSold).toBe(1)
    const { paymentId } = await market.sale({ sellerId })
    expect((await get(id)).sellerSold).toBe(2)
    await market.database.refund.create({ data: { paymentId, amountCents: 20_000, reason: 'It was broken' } })
    expect((await get(id)).sellerSold).toBe(1)
  })

  it('shows nothing of who has booked it', async () => {
    const { listingId, buyerId } = await market.order({ phone: '555 7777', meetingPlace: 'Under the clock' })
    const page = await get(listingId)
    expect(page.state).toBe('RESERVED')
    for (const secret of ['555 7777', 'Under the clock', buyerId]) expect(JSON.stringify(page)).not.toContain(secret)
  })

  it('is there in every state but removed', async () => {
    for (const state of ['RESERVED', 'SOLD'] as const) {
      const { id } = await market.listing({ state })
      expect((await get(id)).state).toBe(state)
    }
    const { id: removed } = await market.listing({ state: 'REMOVED' })
    const errors = [removed, '0199a3a2-7e5d-7c40-8d8e-111111111111'].map(async listingId => {
      const answers = await Promise.allSettled([get(listingId), market.anonymous().listings.similar({ listingId })])
      return answers.map(answer => answer.status === 'rejected' && `${answer.reason.code} ${answer.reason.message}`)
    })
    const [ofRemoved, ofUnknown] = await Promise.all(errors)
    expect(ofRemoved).toEqual(Array(2).fill('NOT_FOUND This listing is no longer there.'))
    expect(ofUnknown).toEqual(ofRemoved)
  })

  it('lists its former prices, the latest first', async () => {
    const { id, sellerId } = await market.listing({ postedAt: new Date('2026-11-01T10:00:00Z') })
    const { listings } = market.as(sellerId)
    const description = 'Cheaper.'
    await listings.edit({ listingId: id, description, resalePriceCents: 18_000 })
    await listings.edit({ listingId: id, description: 'The same price.', resalePriceCents: 18_000 })
    await listings.edit({ listingId: id, description, resalePriceCents: 17_500 })
    const { prices } = await get(id)
    expect(prices.map(price => price.cents)).toEqual([17_500, 18_000, 20_000])
    expect(prices.at(-1)?.since).toBe('2026-11-01T10:00:00.000Z')
  })
})

describe('a phone that is gone', () => {
  const gone = (listingId: string) => market.anonymous().listings.gone({ listingId })

  it('is told by its category alone, while that is open', async () => {
    const { id, categoryId } = await market.listing({ state: 'REMOVED' })
    const { name, slug } = await market.database.category.findUniqueOrThrow({ where: { id: categoryId } })
    expect(await gone(id)).toEqual({ category: { name, slug } })
    expect(await gone(id.toUpperCase())).toEqual({ category: { name, slug } })
    await market.database.category.update({ where: { id: categoryId }, data: { retiredAt: new Date() } })
    expect(await gone(id)).toEqual({ category: null })
    expect(await market.anonymous().catalog.retired({ slug })).toEqual({ name, slug })
  })

  it('is none that is there, may come back, or never was', async () => {
    const { id: shown, categoryId } = await market.listing()
    const { id: hidden } = await market.listing({ state: 'REMOVED' })
    await market.database.listing.update({ where: { id: hidden }, data: { hiddenAt: new Date() } })
    for (const id of [shown, hidden, crypto.randomUUID()])
      await expect(gone(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { slug } = await market.database.category.findUniqueOrThrow({ where: { id: categoryId } })
    for (const open of [slug, 'nothing'])
      await expect(market.anonymous().catalog.retired({ slug: open })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('similar phones', () => {
  it('are for sale, of the same category, most alike in name and price first, eight at the most', async () => {
    const { id, categoryId } = await market.listing({ productName: 'Aurora 12', resalePriceCents: 20_000 })
    const same = await market.listing({ categoryId, productName: 'aurora-12', resalePriceCents: 30_000 })
    const near = await market.listing({ categoryId, productName: 'Aurora 12 Pro', resalePriceCents: 20_500 })
    const cheap = await market.listing({ categoryId, productName: 'Nova', resalePriceCents: 19_000 })
    const dear = await market.listing({ categoryId, productName: 'Nova', resalePriceCents: 40_000 })
    await market.listing({ productName: 'Aurora 12' })
    await market.listing({ categoryId, productName: 'Aurora 12', state: 'RESERVED' })
    const similar = async () => (await market.anonymous().listings.similar({ listingId: id })).map(card => card.id)
    expect(await similar()).toEqual([same.id, near.id, cheap.id, dear.id])
    for (let n = 0; n < 8; n += 1) await market.listing({ categoryId, productName: 'Other' })
    expect(await similar()).toHaveLength(8)
  })
})
