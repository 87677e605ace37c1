import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

it('an edit of pictures waits for whoever removes the seller, and holds nothing that they take', async () => {
  const { id: listingId, sellerId } = await market.listing()
  const images = [await market.upload({ reference: `/images/${'e'.repeat(32)}.webp`, userId: sellerId }), PICTURE]
  const change = { listingId, images, description: 'Works.', resalePriceCents: 10_000 }
  const [edited] = await market.whileHeld({
    hold: tx => tx.$executeRaw`SELECT FROM users WHERE id = ${sellerId}::uuid FOR UPDATE`,
    acts: [() => market.as(sellerId).listings.edit(change)],
    whenWaiting: tx => tx.listing.update({ where: { id: listingId }, data: { location: 'Salem' } }),
  })
  expect(edited).toMatchObject({ status: 'fulfilled' })
})

it('two edits of pictures at once let go of what the first has added', async () => {
  const { id: listingId, sellerId } = await market.listing()
  const [first, second] = [`/images/${'a'.repeat(32)}.webp`, `/images/${'b'.repeat(32)}.webp`]
  const due = { userId: sellerId, dueAt: new Date(0) }
  for (const reference of [first, second]) await market.upload({ reference, ...due })
  const edit = (reference: string) =>
    market
      .as(sellerId)
      .listings.edit({ listingId, images: [reference], description: 'Works.', resalePriceCents: 10_000 })
  await market.whileHeld({
    hold: tx => tx.$executeRaw`SELECT FROM users WHERE id = ${sellerId}::uuid FOR UPDATE`,
    acts: [() => edit(first), () => edit(second)],
  })
  const { images } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
  const dropped = [first, second].filter(reference => !images.includes(reference))
  expect(dropped).toHaveLength(1)
  const released = await market.database.upload.findFirstOrThrow({ where: { reference: dropped[0] ?? '' } })
  expect(released.dueAt.getTime()).toBeGreaterThan(Date.now())
})
