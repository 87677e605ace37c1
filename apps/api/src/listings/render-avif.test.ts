import { drawPicture } from '@second-ring/pictures/testing/draw-pictures'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { claimUploads, recordUpload } from '#platform/uploads.ts'
import { removeUnusedPictures } from './remove-unused-pictures.ts'
import { renderAvif } from './render-avif.ts'

const THUMBHASH = '1QcSHQRnh493V4dIh4eXh1h4kJUI'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

let [asked, removed]: [string[], string[]] = [[], []]
let answer: (reference: string) => string | null = () => THUMBHASH
const pictureFiles = {
  async renderAvif(reference: string) {
    asked.push(reference)
    return answer(reference)
  },
  async remove(reference: string) {
    removed.push(reference)
  },
}
beforeEach(async () => {
  ;[asked, removed] = [[], []]
  answer = () => THUMBHASH
  await market.database.upload.deleteMany()
})

const run = (files = pictureFiles) => renderAvif({ database: market.database, pictureFiles: files })

let count = 0
function reference(): string {
  count += 1
  return `/images/${count.toString(16).padStart(32, 'b')}.webp`
}

const anHourAgo = () => new Date(Date.now() - 3_600_000)
const shown = async (image: string) => {
  const { id: listingId } = await market.listing({ images: [PICTURE, image] })
  const { images } = await market.anonymous().listings.get({ listingId })
  return images
}

describe('a picture of before', () => {
  it('is shown without AVIF and preview until they are made, and with them from then on', async () => {
    const image = await market.upload({ reference: reference() })
    expect(Object.keys((await shown(image))[1] ?? {})).toEqual(['url', 'srcSet'])
    await run()
    const [first, second] = await shown(image)
    expect(first, 'the other picture has none').toEqual({ url: PICTURE, srcSet: expect.any(String) })
    expect(second).toMatchObject({ avifSrcSet: expect.stringContaining('-320.avif 320w, '), thumbhash: THUMBHASH })
    await run()
    expect(asked, 'once').toEqual([image])
  })

  it('comes after newer ones, and once for all who uploaded it', async () => {
    const [older, newer] = [reference(), reference()]
    for (const { id: userId } of [await market.user(), await market.user()])
      await market.upload({ reference: older, userId })
    await market.upload({ reference: newer })
    await run()
    expect(asked).toEqual([newer, older])
    expect(await market.database.upload.count({ where: { thumbhash: THUMBHASH } })).toBe(3)
  })

  it('that is not there, or cannot be read, is asked for no more', async () => {
    await market.upload({ reference: reference(), createdAt: anHourAgo() })
    answer = () => null
    for (const _ of ['once', 'again']) await run()
    expect(asked).toHaveLength(1)
    expect(await market.database.upload.count({ where: { thumbhash: null, renderedAt: { not: null } } })).toBe(1)
  })

  it('that was just uploaded may not be stored yet, and is asked for again', async () => {
    const image = await market.upload({ reference: reference() })
    answer = () => null
    await run()
    answer = () => THUMBHASH
    await run()
    expect(asked).toEqual([image, image])
    expect((await shown(image))[1]).toMatchObject({ thumbhash: THUMBHASH })
  })
})

describe('an image host', () => {
  it('that fails at one picture does not hold up the others', async () => {
    const [fine, broken] = [
      await market.upload({ reference: reference() }),
      await market.upload({ reference: reference() }),
    ]
    answer = one => {
      if (one === broken) throw new Error('It is locked')
      return THUMBHASH
    }
    await expect(run()).rejects.toThrow('locked')
    expect(asked).toEqual([broken, fine])
    expect((await shown(fine))[1]).toMatchObject({ thumbhash: THUMBHASH })
  })

  it('that is away is asked for three pictures, and the next run goes on', async () => {
    for (let n = 0; n < 5; n++) await market.upload({ reference: reference() })
    answer = () => {
      throw new Error('It is away')
    }
    await expect(run()).rejects.toThrow('away')
    expect(asked).toHaveLength(3)
    answer = () => THUMBHASH
    await run()
    expect(await market.database.upload.count({ where: { thumbhash: THUMBHASH } })).toBe(5)
  })

  it('whose pictures are not the product’s own is not asked', async () => {
    await market.upload({ reference: reference() })
    await renderAvif({ database: market.database })
    expect(await market.database.upload.count({ where: { renderedAt: null } })).toBe(1)
  })
})

describe('what was made', () => {
  it('is deleted when the picture was removed meanwhile', async () => {
    const image = await market.upload({ reference: reference(), dueAt: anHourAgo() })
    const removing = { ...pictureFiles }
    removing.renderAvif = async one => {
      await removeUnusedPictures({ database: market.database, pictureFiles })
      return pictureFiles.renderAvif(one)
    }
    await run(removing)
    expect(removed, 'by the removal, and what came after it').toEqual([image, image])
  })

  it('is made again when the picture is uploaded again', async () => {
    const upload = { reference: reference(), userId: null, look: null }
    await recordUpload(market.platform, upload)
    await run()
    await recordUpload(market.platform, upload)
    expect(await market.database.upload.count({ where: { renderedAt: null } })).toBe(1)
    await run()
    expect(asked).toEqual([upload.reference, upload.reference])
  })

  it('is known of a picture without an account that becomes an account’s own', async () => {
    const { id: userId } = await market.user()
    const image = await market.upload({ reference: reference() })
    await run()
    await market.database.$transaction(tx => claimUploads(tx, market.platform, { userId, references: [image] }))
    await run()
    expect(asked).toEqual([image])
    expect(await market.database.upload.findMany({ where: { userId }, select: { thumbhash: true } })).toEqual([
      { thumbhash: THUMBHASH },
    ])
  })
})

describe('an upload to the image host', () => {
  it('has AVIF renditions after the next run, which are served, and go with it', async () => {
    const shop = await createMarket({ takesPictures: true, webhooks: false })
    onTestFinished(() => shop.close())
    const form = new FormData()
    const bytes = await drawPicture(400, 300).png().toBuffer()
    form.set('image', new File([new Uint8Array(bytes)], 'phone.png'))
    const uploaded = await fetch(`${shop.url}/1/upload?key=demo`, { method: 'POST', body: form })
    const { data } = (await uploaded.json()) as { data: { url: string } }
    const image = new URL(data.url).pathname
    const avif = image.replace('.webp', '-320.avif')
    const statusOf = async (path: string) => (await fetch(shop.url + path)).status
    expect(await statusOf(avif)).toBe(404)
    await shop.runJobs()
    const { id: listingId } = await shop.listing({ images: [image] })
    expect((await shop.anonymous().listings.get({ listingId })).image).toEqual({
      url: image,
      srcSet: expect.any(String),
      avifSrcSet: expect.stringContaining(`${avif} 320w`),
      thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]{32}$/),
    })
    const served = await fetch(shop.url + avif)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/avif'])
    await shop.database.listing.deleteMany()
    await shop.database.upload.updateMany({ data: { dueAt: anHourAgo() } })
    await removeUnusedPictures(shop.platform)
    for (const path of [image, avif]) expect(await statusOf(path)).toBe(404)
  })
})

describe('every picture that is shown', () => {
  it('has its AVIF renditions: categories, cards, orders', async () => {
    const image = await market.upload({ reference: reference() })
    await run()
    const made = expect.objectContaining({ thumbhash: THUMBHASH, avifSrcSet: expect.any(String) })
    const [buyer, admin] = [await market.user(), await market.user({ role: 'ADMIN' })]
    const { id: categoryId } = await market.database.category.create({ data: { name: image, slug: 'rendered', image } })
    const { id: listingId, sellerId } = await market.listing({ images: [image], categoryId })
    const { id: orderId } = await market.order({ productImage: image, buyerId: buyer.id, listingId })
    const [asBuyer, asAdmin] = [market.as(buyer.id), market.as(admin.id)]
    expect(await market.anonymous().catalog.categories()).toContainEqual(expect.objectContaining({ image: made }))
    expect(await asBuyer.catalog.category({ categoryId })).toMatchObject({ image: made })
    expect(await asAdmin.catalog.managed()).toContainEqual(expect.objectContaining({ image: made }))
    expect(await market.anonymous().listings.get({ listingId })).toMatchObject({ image: made, images: [made] })
    expect(await asBuyer.orders.byId({ orderId })).toMatchObject({ image: made })
    expect(await asBuyer.orders.details({ orderId })).toMatchObject({ image: made })
    expect((await asAdmin.accounts.listingsOf({ userId: sellerId, limit: 5 })).items).toMatchObject([{ image: made }])
  })
})
