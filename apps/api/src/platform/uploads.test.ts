import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCategory } from '#catalog/create-category.ts'
import { createRemoteImageHost } from './image-host.ts'
import { claimUploads, discardUpload, recordUpload, releaseUploads } from './uploads.ts'

let market: Market
let categoryId: string
let seller: { id: string; email: string }
let other: { id: string; email: string }
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  categoryId = (await market.category()).id
  seller = await market.user({ role: 'SELLER' })
  other = await market.user({ role: 'SELLER' })
})
afterAll(() => market.close())

let count = 0
function reference(): string {
  count += 1
  return `/images/${count.toString(16).padStart(32, 'b')}.webp`
}

const listing = (images: string[]) => ({
  categoryId,
  sellerName: 'Ana',
  productName: 'Aurora 9',
  images,
  condition: 'GOOD' as const,
  description: 'Works.',
  location: 'Portland',
  resalePriceCents: 10_000,
  originalPriceCents: 20_000,
  yearsUsed: 1,
})

/** Posts over REST, as the specification's clients do. @returns the status */
async function postByRest(image: string, { id, email } = seller): Promise<{ status: number; message?: string }> {
  const accessToken = market.tokenOf(id)
  const response = await fetch(`${market.url}/addProduct`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      id: categoryId,
      condition: 'good',
      description: 'Works.',
      image,
      product_name: 'Aurora 9',
      location: 'Portland',
      resale_price: 100,
      orginal_price: 200,
      year_used: 1,
      seller_name: 'Ana',
      email,
    }),
  })
  const { message } = (await response.json()) as { message?: string }
  return { status: response.status, ...(message !== undefined && { message }) }
}

const MESSAGE = /^Upload the picture first/

describe('a picture of a post', () => {
  it('is one that the seller uploaded, or nobody in particular, on both transports', async () => {
    for (const userId of [seller.id, null]) {
      const image = await market.upload({ reference: reference(), userId })
      expect(await market.as(seller.id).listings.create(listing([image]))).toEqual({ listingId: expect.any(String) })
      expect((await postByRest(image)).status).toBe(200)
    }
  })

  it('is refused when it was never uploaded, or by another account, on both transports', async () => {
    const mine = await market.upload({ reference: reference(), userId: seller.id })
    const anothers = await market.upload({ reference: reference(), userId: other.id })
    for (const image of [reference(), anothers]) {
      for (const images of [[image], [mine, image]])
        await expect(market.as(seller.id).listings.create(listing(images))).rejects.toMatchObject({
          message: expect.stringMatching(MESSAGE),
          cause: { code: 'INVALID_INPUT' },
        })
      expect(await postByRest(image)).toMatchObject({ status: 400, message: expect.stringMatching(MESSAGE) })
    }
  })

  it('is each account’s that uploaded the same bytes', async () => {
    const same = reference()
    await recordUpload(market.platform, { reference: same, userId: other.id, look: null })
    await expect(market.as(seller.id).listings.create(listing([same]))).rejects.toThrow(MESSAGE)
    await recordUpload(market.platform, { reference: same, userId: seller.id, look: null })
    await recordUpload(market.platform, { reference: same, userId: seller.id, look: null })
    await market.as(seller.id).listings.create(listing([same]))
    expect(await market.database.upload.count({ where: { reference: same } })).toBe(2)
  })
})

describe('a picture of an edit', () => {
  const edit = (listingId: string, images: string[]) =>
    market.as(seller.id).listings.edit({ listingId, description: 'Works.', resalePriceCents: 100, images })

  it('stays allowed when the listing has it already, uploaded or not', async () => {
    const old = reference()
    const { id } = await market.listing({ sellerId: seller.id, images: [old] })
    const more = await market.upload({ reference: reference(), userId: seller.id })
    await edit(id, [more, old])
    await edit(id, [more])
    await expect(edit(id, [old])).rejects.toThrow(MESSAGE)
  })

  it('is refused when another uploaded it', async () => {
    const { id } = await market.listing({ sellerId: seller.id })
    const anothers = await market.upload({ reference: reference(), userId: other.id })
    await expect(edit(id, [anothers])).rejects.toThrow(MESSAGE)
  })
})

describe('a picture of a category', () => {
  it('is one that the admin uploaded, or nobody in particular', async () => {
    const { id: adminId } = await market.user({ role: 'ADMIN' })
    const admin = market.as(adminId)
    const mine = await market.upload({ reference: reference(), userId: adminId })
    const { categoryId: id } = await admin.catalog.create({ name: 'Uploads', image: mine })
    const anothers = await market.upload({ reference: reference(), userId: other.id })
    for (const image of [reference(), anothers]) {
      await expect(admin.catalog.create({ name: 'Others', image })).rejects.toThrow(MESSAGE)
      await expect(admin.catalog.changePicture({ categoryId: id, image })).rejects.toThrow(MESSAGE)
    }
    const nobodys = await market.upload({ reference: reference() })
    expect(await admin.catalog.changePicture({ categoryId: id, image: nobodys })).toMatchObject({ changed: true })
  })

  it('is anybody’s upload on the command line, but an upload', async () => {
    const anothers = await market.upload({ reference: reference(), userId: other.id })
    await createCategory(market.platform, 'COMMAND_LINE', { name: 'By command', image: anothers })
    const none = createCategory(market.platform, 'COMMAND_LINE', { name: 'By no command', image: reference() })
    await expect(none).rejects.toThrow(MESSAGE)
  })
})

it('nothing is checked at a remote image host', async () => {
  const host = createRemoteImageHost('https://i.example/')
  const references = ['https://i.example/never-seen.jpg']
  const platform = { ...market.platform, imageHost: host }
  await market.database.$transaction(tx => claimUploads(tx, platform, { userId: seller.id, references }))
})

it('an upload without an account counts for the account that posts with it, once, and within its limit', async () => {
  const { id: userId } = await market.user({ role: 'SELLER', emailVerifiedAt: null })
  const { picturesADay } = market.platform.accountLimits
  const platform = {
    ...market.platform,
    accountLimits: { ...market.platform.accountLimits, picturesADay: { ...picturesADay, new: 1 } },
  }
  const [first, second] = [
    await market.upload({ reference: reference() }),
    await market.upload({ reference: reference() }),
  ]
  const claim = (...references: string[]) =>
    market.database.$transaction(tx => claimUploads(tx, platform, { userId, references }))
  const limited = { code: 'LIMIT_REACHED' }
  await expect(claim(first, second)).rejects.toMatchObject(limited)
  await claim(first)
  await claim(first)
  await expect(claim(second)).rejects.toMatchObject(limited)
  expect(await market.database.upload.count({ where: { userId } })).toBe(1)
})

it('pictures are let go of in the order in which posts take them, whatever order they lie in', async () => {
  const idOf = (digit: string) => `00000000-0000-7000-8000-${digit.repeat(12)}`
  const [low, high] = [idOf('0'), idOf('f')]
  const [firstReference, secondReference] = [reference(), reference()]
  const due = { userId: seller.id, dueAt: new Date() }
  await market.database.upload.create({ data: { id: high, reference: firstReference, ...due } })
  await market.database.upload.create({ data: { id: low, reference: secondReference, ...due } })
  const [released] = await market.whileHeld({
    hold: tx => tx.$executeRaw`SELECT FROM uploads WHERE id = ${low}::uuid FOR SHARE`,
    acts: [() => market.database.$transaction(tx => releaseUploads(tx, [firstReference, secondReference]))],
    whenWaiting: tx => tx.$executeRaw`SELECT FROM uploads WHERE id = ${high}::uuid FOR SHARE`,
  })
  expect(released).toMatchObject({ status: 'fulfilled' })
})

it('a picture is not uploaded once more while it is deleted', async () => {
  const upload = { reference: reference(), userId: seller.id, look: null }
  let again: Promise<void> | undefined
  await discardUpload(market.platform, upload.reference, async () => {
    again = recordUpload(market.platform, upload)
    await market.untilWaiting(1)
  })
  await again
  expect(await market.database.upload.count({ where: { reference: upload.reference } })).toBe(1)
})
