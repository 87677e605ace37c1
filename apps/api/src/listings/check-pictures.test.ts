import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkListing } from './check-listing.ts'

let market: Market
let admin: Awaited<ReturnType<Market['asAdmin']>>
beforeAll(async () => {
  market = await createMarket()
  admin = await market.asAdmin()
})
beforeEach(async () => {
  await market.database.listing.updateMany({ data: { state: 'REMOVED' } })
})
afterAll(() => market.close())

let pictures = 0
/** The reference of another picture each time. */
function picture(): string {
  pictures += 1
  return `/images/${pictures.toString(16).padStart(32, 'a')}.webp`
}

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute))
/** Posts a phone with pictures, and checks it. */
async function post(minute: number, images: string[], change: Parameters<Market['listing']>[0] = {}) {
  const listing = await market.listing({ images, postedAt: at(minute), ...change })
  await checkListing(market.platform, { listingId: listing.id })
  return listing
}
const flagged = async () => {
  const { items } = await admin.listings.flagged({})
  return items.map(({ listing, reasons, copyOf }) => ({ id: listing.id, reasons, copyOf: copyOf?.listingId ?? null }))
}

describe('a picture of another seller’s post', () => {
  it('flags the post that had it later, with the other post', async () => {
    const [own, shared] = [picture(), picture()]
    const original = await post(1, [own, shared])
    const copy = await post(2, [picture(), shared])
    await checkListing(market.platform, { listingId: original.id })
    expect(await flagged()).toEqual([{ id: copy.id, reasons: ['copied-picture'], copyOf: original.id }])
  })

  it('flags nobody for one’s own picture, or of a post that is gone', async () => {
    const shared = picture()
    const { sellerId, id } = await post(1, [shared])
    await post(2, [shared], { sellerId })
    await market.database.listing.updateMany({ where: { sellerId }, data: { state: 'SOLD' } })
    await post(3, [shared])
    expect(id).toBeDefined()
    expect(await flagged()).toEqual([])
  })

  it('goes by who uploaded it first, where that is known: an old post that takes it is flagged', async () => {
    const shared = picture()
    const old = await post(1, [picture()])
    const original = await post(2, [shared])
    for (const [minute, { sellerId }] of [original, old].entries()) {
      const upload = { reference: shared, userId: sellerId, createdAt: at(minute), dueAt: at(60) }
      await market.database.upload.create({ data: upload })
    }
    await market.database.listing.update({ where: { id: old.id }, data: { images: [shared] } })
    await checkListing(market.platform, { listingId: original.id })
    await checkListing(market.platform, { listingId: old.id })
    expect(await flagged()).toEqual([{ id: old.id, reasons: ['copied-picture'], copyOf: original.id }])
  })

  it('is no reason any more once the post has another', async () => {
    const shared = picture()
    await post(1, [shared])
    const { id: listingId } = await post(2, [shared])
    expect(await flagged()).toHaveLength(1)
    await market.database.listing.update({ where: { id: listingId }, data: { images: [picture()] } })
    await checkListing(market.platform, { listingId })
    expect(await flagged()).toEqual([])
  })

  it('stands beside a price far below others', async () => {
    const { id: categoryId } = await market.category()
    const shared = picture()
    for (let n = 0; n < 5; n += 1) await post(n, [n === 0 ? shared : picture()], { categoryId })
    const { id } = await post(9, [shared], { categoryId, resalePriceCents: 5000 })
    const { items } = await admin.listings.flagged({})
    expect(items).toMatchObject([{ listing: { id }, reasons: ['copied-picture', 'price'], band: { lowCents: 20_000 } }])
  })
})
