import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { recordUpload } from '#platform/uploads.ts'
import { removeUnusedPictures } from './remove-unused-pictures.ts'

let market: Market
let categoryId: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  categoryId = (await market.category()).id
})
afterAll(() => market.close())

let removed: string[] = []
let isAway = false
const pictureFiles = {
  async remove(reference: string) {
    if (isAway) throw new Error('The store is away')
    removed.push(reference)
  },
}
beforeEach(async () => {
  removed = []
  isAway = false
  await market.database.upload.deleteMany({ where: { reference: { not: PICTURE } } })
})

const run = () => removeUnusedPictures({ database: market.database, pictureFiles })

let count = 0
function reference(): string {
  count += 1
  return `/images/${count.toString(16).padStart(32, 'a')}.webp`
}

/** An upload of which 24 hours and a minute have passed. */
const old = (of: { reference?: string; userId?: string | null } = {}) =>
  market.upload({ reference: reference(), ...of, dueAt: new Date(Date.now() - 60_000) })

const rows = (of: string) => market.database.upload.count({ where: { reference: of } })

function post(as: ReturnType<Market['as']>, image: string) {
  return as.listings.create({
    categoryId,
    sellerName: 'Ana',
    productName: 'Aurora 9',
    images: [image],
    condition: 'GOOD',
    description: 'Works.',
    location: 'Portland',
    resalePriceCents: 10_000,
    originalPriceCents: 20_000,
    yearsUsed: 1,
  })
}

describe('a picture that is not used', () => {
  it('goes after 24 hours by the database’s clock, its row and its files', async () => {
    const [fresh, unused] = [reference(), await old()]
    await recordUpload(market.platform, { reference: fresh, userId: null, look: null })
    const [{ hours } = { hours: 0 }] = await market.database.$queryRaw<{ hours: number }[]>`
      SELECT extract(epoch FROM due_at - now())::float8 / 3600 AS hours FROM uploads WHERE reference = ${fresh}`
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    await run()
    expect([removed, await rows(unused), await rows(fresh)]).toEqual([[unused], 0, 1])
    await run()
    expect(removed, 'once').toEqual([unused])
  })

  it('goes also when there are more than one batch', async () => {
    const all = await Promise.all(Array.from({ length: 120 }, () => old()))
    await run()
    expect(removed.toSorted()).toEqual(all.toSorted())
  })

  it('stays while another account’s upload of the same picture is younger', async () => {
    const [one, other] = [await market.user(), await market.user()]
    const shared = await old({ userId: one.id })
    await recordUpload(market.platform, { reference: shared, userId: other.id, look: null })
    await run()
    expect([removed, await rows(shared)]).toEqual([[], 1])
    await market.database.upload.updateMany({ where: { reference: shared }, data: { dueAt: new Date(0) } })
    await run()
    expect([removed, await rows(shared)]).toEqual([[shared], 0])
  })

  it('has another day when it is uploaded again', async () => {
    const again = await old()
    await recordUpload(market.platform, { reference: again, userId: null, look: null })
    await run()
    expect([removed, await rows(again)]).toEqual([[], 1])
  })

  it('stays with its row while the store is away, and goes later', async () => {
    const all = await Promise.all([old(), old(), old(), old()])
    isAway = true
    await expect(run()).rejects.toThrow('The store is away')
    for (const one of all) expect(await rows(one)).toBe(1)
    isAway = false
    await run()
    expect(removed.toSorted()).toEqual(all.toSorted())
  })

  it('is not uploaded by somebody else while its files are deleted', async () => {
    const image = await old()
    const { id: userId } = await market.user()
    let again: Promise<void> | undefined
    const files = {
      async remove() {
        again = recordUpload(market.platform, { reference: image, userId, look: null })
        await market.untilWaiting()
      },
    }
    await removeUnusedPictures({ database: market.database, pictureFiles: files })
    await again
    expect(await rows(image)).toBe(1)
  })

  it('does not hold up the others when it alone cannot be deleted', async () => {
    const [stuck, free] = [await old(), await old()]
    const files = {
      async remove(one: string) {
        if (one === stuck) throw new Error('It is locked')
        removed.push(one)
      },
    }
    await expect(removeUnusedPictures({ database: market.database, pictureFiles: files })).rejects.toThrow('locked')
    expect([removed, await rows(stuck)]).toEqual([[free], 1])
  })
})

describe('a picture that is named', () => {
  it.each([
    ['a listing', (image: string) => market.listing({ images: [PICTURE, image] })],
    ['a listing that is sold', (image: string) => market.listing({ images: [image], state: 'SOLD' })],
    ['an order', (image: string) => market.order({ productImage: image })],
    [
      'a category',
      (image: string) => market.database.category.create({ data: { name: image, slug: image.slice(8, 40), image } }),
    ],
  ])('by %s stays', async (_what, name) => {
    const used = await old()
    await name(used)
    await run()
    expect([removed, await rows(used)]).toEqual([[], 1])
  })

  it('by a post of the same moment stays, whichever comes first', async () => {
    const seller = await market.user({ role: 'SELLER' })
    const as = market.as(seller.id)
    for (let round = 0; round < 20; round += 1) {
      const image = await old({ userId: seller.id })
      const [posted] = await Promise.allSettled([post(as, image), run()])
      const isThere = !removed.includes(image)
      expect([posted.status, await rows(image)]).toEqual(isThere ? ['fulfilled', 1] : ['rejected', 0])
    }
  })

  it('by a post that is not committed yet is waited for', async () => {
    const image = await old()
    const { promise: taken, resolve: take } = Promise.withResolvers<unknown>()
    const { promise: end, resolve: commit } = Promise.withResolvers<unknown>()
    const posting = market.database.$transaction(async tx => {
      await tx.$queryRaw`SELECT id FROM uploads WHERE reference = ${image} FOR SHARE`
      await tx.category.create({ data: { name: image, slug: image.slice(8, 40), image }, select: { id: true } })
      take(undefined)
      await end
    })
    await taken
    const running = run()
    await market.untilWaiting()
    commit(undefined)
    await Promise.all([posting, running])
    expect([removed, await rows(image)]).toEqual([[], 1])
  })
})

describe('a picture of a removed post', () => {
  async function posted() {
    const seller = await market.user({ role: 'SELLER' })
    const image = await market.upload({ reference: reference(), userId: seller.id, dueAt: new Date(0) })
    const { id: listingId } = await market.listing({ sellerId: seller.id, categoryId, images: [image] })
    return { seller, as: market.as(seller.id), image, listingId }
  }
  const hoursLeft = async (image: string) => {
    const rows = await market.database.$queryRaw<{ hours: number }[]>`
      SELECT extract(epoch FROM due_at - now())::float8 / 3600 AS hours FROM uploads WHERE reference = ${image}`
    return rows[0]?.hours
  }
  const isDue = (image: string) =>
    market.database.upload.updateMany({ where: { reference: image }, data: { dueAt: new Date(0) } })

  it.each([
    ['its seller', async ({ as, listingId }: Posted) => as.listings.remove({ listingId })],
    [
      'an edit that takes another',
      async ({ seller, as, listingId }: Posted) => {
        const images = [await market.upload({ reference: reference(), userId: seller.id })]
        await as.listings.edit({ listingId, description: 'Works.', resalePriceCents: 100, images })
      },
    ],
  ])('goes 24 hours after %s', async (_who, remove) => {
    const post = await posted()
    await remove(post)
    expect(await hoursLeft(post.image)).toBeGreaterThan(23.9)
    expect(await hoursLeft(post.image)).toBeLessThanOrEqual(24)
    await run()
    expect([removed, await rows(post.image)]).toEqual([[], 1])
    await isDue(post.image)
    await run()
    expect([removed, await rows(post.image)]).toEqual([[post.image], 0])
  })

  it('goes at once with a seller who is removed', async () => {
    const { seller, image } = await posted()
    await (await market.asAdmin()).accounts.removeUser({ userId: seller.id })
    await run()
    expect([removed, await rows(image)]).toEqual([[image], 0])
  })

  it.each([
    ['another post', ({ image, seller }: Posted) => market.listing({ sellerId: seller.id, images: [image] })],
    ['an order', ({ image }: Posted) => market.order({ productImage: image })],
    [
      'a post that is hidden while its seller may still keep their account',
      ({ image, seller }: Posted) =>
        market.listing({ sellerId: seller.id, images: [image], state: 'REMOVED', hiddenAt: new Date() }),
    ],
  ])('stays while %s names it', async (_what, name) => {
    const post = await posted()
    await name(post)
    await post.as.listings.remove({ listingId: post.listingId })
    await isDue(post.image)
    await run()
    expect([removed, await rows(post.image)]).toEqual([[], 1])
  })

  it('stays when a post takes it before the clean-up, which waits for that post', async () => {
    const { as, image, listingId } = await posted()
    await as.listings.remove({ listingId })
    await isDue(image)
    const { promise: taken, resolve: take } = Promise.withResolvers<unknown>()
    const { promise: end, resolve: commit } = Promise.withResolvers<unknown>()
    // The last that a post does before it is committed.
    const enqueue = vi.spyOn(market.platform.jobs, 'enqueue').mockImplementationOnce(async () => {
      take(undefined)
      await end
    })
    onTestFinished(() => enqueue.mockRestore())
    const posting = post(as, image)
    await taken
    const running = run()
    await market.untilWaiting()
    commit(undefined)
    await Promise.all([posting, running])
    expect([removed, await rows(image)]).toEqual([[], 1])
  })

  it('is refused to a post that comes while the clean-up deletes it', async () => {
    const { as, image, listingId } = await posted()
    await as.listings.remove({ listingId })
    await isDue(image)
    const { promise: deleting, resolve: begin } = Promise.withResolvers<unknown>()
    const { promise: end, resolve: finish } = Promise.withResolvers<unknown>()
    const files = {
      async remove(one: string) {
        begin(undefined)
        await end
        removed.push(one)
      },
    }
    const running = removeUnusedPictures({ database: market.database, pictureFiles: files })
    await deleting
    const refused = expect(post(as, image)).rejects.toThrow(/^Upload the picture first/)
    await market.untilWaiting()
    finish(undefined)
    await Promise.all([running, refused])
    expect([removed, await rows(image)]).toEqual([[image], 0])
  })

  type Posted = Awaited<ReturnType<typeof posted>>
})
