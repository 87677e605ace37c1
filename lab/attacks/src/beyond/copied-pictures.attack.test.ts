import { drawPicture } from '@second-ring/pictures/testing/draw-pictures'
import { createMarket, type Market } from '@second-ring/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let admin: Awaited<ReturnType<Market['asAdmin']>>
let categoryId: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false, takesPictures: true })
  attack = attackOn(market)
  admin = await market.asAdmin()
  categoryId = (await market.category()).id
})
afterAll(() => market.close())

const [WIDTH, HEIGHT] = [1200, 900]

async function upload(bytes: Buffer, { as }: Person, headers: Record<string, string> = {}): Promise<string> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)]), 'phone.png')
  form.set('look', '0'.repeat(256))
  const { status, text, body } = await attack.send('POST', '/1/upload?key=demo', { raw: form, as, headers })
  expect(status, text).toBe(200)
  return new URL((body as { data: { url: string } }).data.url).pathname
}

async function post(images: string[], { as }: Person, sellerName: string): Promise<string> {
  const prices = { resalePriceCents: 20_000, originalPriceCents: 60_000 }
  const fields = { productName: 'Aurora 12', condition: 'GOOD', description: 'Works.', yearsUsed: 1, location: 'Salem' }
  const { data, status, text } = await attack.rpc(
    'listings.create',
    { ...fields, ...prices, categoryId, sellerName, images },
    { as },
  )
  expect(status, text).toBe(200)
  await market.runJobs()
  return (data as { listingId: string }).listingId
}

async function flagsOf(listingId: string) {
  const { items } = await admin.listings.flagged({ limit: 100 })
  const item = items.find(({ listing }) => listing.id === listingId)
  return item && { reasons: item.reasons, of: item.copyOf?.listingId }
}

/** A verified seller’s post with a picture, and the bytes that the page serves. */
async function original(name: string) {
  const seller = await usersOf(market).person('SELLER')
  await market.database.user.update({ where: { id: seller.id }, data: { name, verifiedAt: new Date() } })
  const picture = await upload(await drawPicture(WIDTH, HEIGHT).png().toBuffer(), seller)
  const id = await post([picture], seller, name)
  const served = Buffer.from(await (await fetch(new URL(picture, market.url))).arrayBuffer())
  return { id, served, end: () => market.database.listing.update({ where: { id }, data: { state: 'REMOVED' } }) }
}

const cut = (picture: Buffer) => sharp(picture).extract({ left: 12, top: 9, width: WIDTH - 24, height: HEIGHT - 18 })

describe('a picture of a verified seller’s post, saved from the page', () => {
  it.each([
    ['as it is', async (picture: Buffer) => picture],
    ['as a JPEG of quality 60', (picture: Buffer) => sharp(picture).jpeg({ quality: 60 }).toBuffer()],
    [
      'of half its size',
      (picture: Buffer) =>
        sharp(picture)
          .resize(WIDTH / 2)
          .webp()
          .toBuffer(),
    ],
    ['cut by 2 %', (picture: Buffer) => cut(picture).webp().toBuffer()],
  ])('A231 uploaded again %s, flags the clone and not the post', async (_how, change) => {
    const { id, served, end } = await original('Amara Osei')
    const cloner = await usersOf(market).person('SELLER')
    const other = await upload(await drawPicture(400, 900).rotate(90).png().toBuffer(), cloner)
    const clone = await post([other, await upload(await change(served), cloner)], cloner, 'Ana')
    expect(await flagsOf(clone)).toEqual({ reasons: ['copied-picture'], of: id })
    expect(await flagsOf(id)).toBeUndefined()
    await end()
    await market.database.listing.update({ where: { id: clone }, data: { state: 'REMOVED' } })
  })

  it('A232 sent with a word of the browser’s on how it looks, flags the clone all the same', async () => {
    const { id, served } = await original('Amara Osei')
    const cloner = await usersOf(market).person('SELLER')
    const saved = await sharp(served).jpeg({ quality: 80 }).toBuffer()
    const picture = await upload(saved, cloner, { 'x-picture-look': '01'.repeat(128) })
    expect(await flagsOf(await post([picture], cloner, 'Ana'))).toEqual({ reasons: ['copied-picture'], of: id })
  })
})

it('A233 the name of a verified seller on another account’s post, in other capitals and accents, flags it', async () => {
  await original('Priya Raman')
  const cloner = await usersOf(market).person('SELLER')
  for (const name of ['Priya Raman', 'PRIYA RAMAN', 'Príya Raman']) {
    const own = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#456' } })
      .png()
      .toBuffer()
    expect(await flagsOf(await post([await upload(own, cloner)], cloner, name))).toMatchObject({
      reasons: expect.arrayContaining(['verified-name']),
    })
  }
})
