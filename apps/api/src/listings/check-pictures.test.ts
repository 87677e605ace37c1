import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordUpload } from '#platform/uploads.ts'
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

  it('flags nobody for one’s own picture, or of a post that is removed', async () => {
    const shared = picture()
    const { sellerId } = await post(1, [shared])
    await post(2, [shared], { sellerId })
    await market.database.listing.updateMany({ where: { sellerId }, data: { state: 'REMOVED' } })
    await post(3, [shared])
    expect(await flagged()).toEqual([])
  })

  it('flags one of a sold phone: it is shown still', async () => {
    const shared = picture()
    const sold = await post(1, [shared])
    await market.database.listing.update({ where: { id: sold.id }, data: { state: 'SOLD' } })
    const copy = await post(2, [shared])
    expect(await flagged()).toEqual([{ id: copy.id, reasons: ['copied-picture'], copyOf: sold.id }])
  })

  it('goes by who uploaded it first, where that is known: an old post that takes it is flagged', async () => {
    const shared = picture()
    const old = await post(1, [picture()])
    const original = await post(2, [shared])
    for (const [minute, { sellerId }] of [original, old].entries()) {
      const upload = { reference: shared, userId: sellerId, firstUploadedAt: at(minute), dueAt: at(60) }
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
    for (let n = 0; n < 8; n += 1) {
      const { id: sellerId } = await market.user({ role: 'SELLER', verifiedAt: new Date(), name: `Shop ${n}` })
      await post(n, [n === 0 ? shared : picture()], { categoryId, sellerId })
    }
    const { id } = await post(9, [shared], { categoryId, resalePriceCents: 5000 })
    const { items } = await admin.listings.flagged({})
    expect(items).toMatchObject([{ listing: { id }, reasons: ['copied-picture', 'price'], band: { lowCents: 20_000 } }])
  })
})

describe('a picture that looks like another seller’s', () => {
  const seller = () => market.user({ role: 'SELLER' })
  /** A look as of no other picture. */
  const newLook = () => Array.from({ length: 256 }, () => (Math.random() < 0.5 ? '0' : '1')).join('')
  const changed = (look: string, bits: number, from = 0) =>
    [...look].map((bit, n) => (n >= from && n < from + bits ? (bit === '0' ? '1' : '0') : bit)).join('')
  /** Uploads a picture of that look, as the account’s or nobody’s, and posts it. */
  async function postLook(minute: number, look: string, sellerId: string, userId: string | null = sellerId) {
    const image = await market.upload({ reference: picture(), userId, look, createdAt: at(minute) })
    return post(minute, [image], { sellerId })
  }

  it.each([0, 4, 14])('flags the later post when the looks differ in %i bits', async bits => {
    const look = newLook()
    const original = await postLook(1, look, (await seller()).id)
    const copy = await postLook(2, changed(look, bits, 100), (await seller()).id)
    await checkListing(market.platform, { listingId: original.id })
    expect(await flagged()).toEqual([{ id: copy.id, reasons: ['copied-picture'], copyOf: original.id }])
  })

  it('stays its first seller’s when they upload it once more after another has copied it', async () => {
    const look = newLook()
    const { id } = await seller()
    const [reference, again] = [picture(), { userId: id, look }]
    await recordUpload(market.platform, { reference, ...again })
    const original = await post(1, [reference], { sellerId: id })
    await market.database.upload.updateMany({ where: { reference }, data: { firstUploadedAt: at(1) } })
    const copy = await postLook(2, changed(look, 3), (await seller()).id)
    await recordUpload(market.platform, { reference, ...again })
    await checkListing(market.platform, { listingId: original.id })
    expect(await flagged()).toEqual([{ id: copy.id, reasons: ['copied-picture'], copyOf: original.id }])
  })

  it('flags nobody when they differ in more, are of one seller, or blank', async () => {
    const look = newLook()
    const { id } = await seller()
    await postLook(1, look, id)
    await postLook(2, look, id)
    await postLook(3, changed(look, 15), (await seller()).id)
    await postLook(4, '0'.repeat(256), id)
    await postLook(5, '0'.repeat(256), (await seller()).id)
    expect(await flagged()).toEqual([])
  })

  it('flags no post that its seller has removed and posted again, though another has copied it meanwhile', async () => {
    const look = newLook()
    const { id } = await seller()
    const first = await postLook(1, look, id)
    const copy = await postLook(2, changed(look, 3), (await seller()).id)
    await market.database.listing.update({ where: { id: first.id }, data: { state: 'REMOVED' } })
    // Its file is gone, and was another one.
    await market.database.upload.deleteMany({ where: { userId: id } })
    await postLook(3, changed(look, 2), id)
    expect((await flagged()).map(flag => flag.id)).toEqual([copy.id])
  })

  it('flags an old post that takes a copy later, also one that was uploaded by nobody', async () => {
    const look = newLook()
    const { id: copierId } = await seller()
    const old = await post(1, [picture()], { sellerId: copierId })
    const original = await postLook(2, look, (await seller()).id)
    const image = await market.upload({ reference: picture(), look: changed(look, 1), createdAt: at(3) })
    await market.database.listing.update({ where: { id: old.id }, data: { images: [image] } })
    await checkListing(market.platform, { listingId: original.id })
    await checkListing(market.platform, { listingId: old.id })
    expect(await flagged()).toEqual([{ id: old.id, reasons: ['copied-picture'], copyOf: original.id }])
  })
})
