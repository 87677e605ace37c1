import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let market: Market
let admin: Awaited<ReturnType<Market['asAdmin']>>
beforeEach(async () => {
  market = await createMarket()
  admin = await market.asAdmin()
  await market.upload({ reference: OTHER_PICTURE })
})
afterEach(() => market.close())

const OTHER_PICTURE = PICTURE.replace('0', '1')
const NOBODY = '0199a3a2-7e5d-7c40-8d8e-111111111111'

async function opened(...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) ids.push((await admin.catalog.create({ name, image: PICTURE })).categoryId)
  return ids
}

const shown = async () => (await market.anonymous().catalog.categories()).map(({ name }) => name)
const managed = async () => (await admin.catalog.managed()).map(({ name, livePosts }) => [name, livePosts])
const slugs = async () => (await market.anonymous().catalog.categories()).map(({ slug }) => slug)
const actsOn = (subjectId: string) =>
  market.database.auditEntry.findMany({
    where: { subjectId },
    orderBy: { id: 'asc' },
    select: { action: true, reason: true, subjectType: true },
  })

describe('opening a category', () => {
  it('puts it at the end of the grid, with its picture, audited', async () => {
    const [first = '', second] = await opened('Pixel', 'Nokia')
    const categories = await market.anonymous().catalog.categories()
    expect(categories.map(({ id }) => id)).toEqual([first, second])
    expect(categories[0]).toMatchObject({ name: 'Pixel', slug: 'pixel', image: { url: PICTURE } })
    expect(await actsOn(first)).toEqual([{ action: 'category.create', reason: 'Pixel', subjectType: 'category' }])
  })

  it('takes a name once, whatever its case, its blanks and the spelling of its accents', async () => {
    await opened('Café  Phones ')
    expect(await shown()).toEqual(['Café Phones'])
    for (const name of ['café phones', ' CAFE\u0301 PHONES', 'Café\u00a0Phones']) {
      await expect(opened(name)).rejects.toMatchObject({ code: 'CONFLICT' })
    }
  })

  it('gives a name to one of two admins who choose it at once', async () => {
    const other = await market.asAdmin()
    const calls = [admin, other].map((caller, index) =>
      caller.catalog.create({ name: index === 0 ? 'Pixel' : 'PIXEL', image: PICTURE }),
    )
    const results = await Promise.allSettled(calls)
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('makes a slug of any name', async () => {
    await opened('Téléphones & Cie', 'Телефоны', '手机', 'Telephones cie')
    expect(await slugs()).toEqual(['telephones-cie', 'category', 'category-2', 'telephones-cie-2'])
  })

  it.each(['', '  ', 'x'.repeat(61), 'a\u0000b', '\u202eevil', '\u200b'])('refuses the name %j', async name => {
    await expect(opened(name)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('refuses a picture from elsewhere', async () => {
    const create = admin.catalog.create({ name: 'Pixel', image: 'https://evil.test/x.png' })
    await expect(create).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('changing a category', () => {
  it('renames it and leaves its slug, also when only the case changes', async () => {
    const [id = ''] = await opened('Pixel', 'Nokia')
    expect(await admin.catalog.rename({ categoryId: id, name: 'PIXEL' })).toEqual({ categoryId: id, changed: true })
    expect(await admin.catalog.rename({ categoryId: id, name: 'PIXEL' })).toEqual({ categoryId: id, changed: false })
    expect(await shown()).toEqual(['PIXEL', 'Nokia'])
    expect(await slugs()).toEqual(['pixel', 'nokia'])
    expect((await actsOn(id)).at(-1)).toMatchObject({ action: 'category.rename', reason: 'from Pixel to PIXEL' })
    await expect(admin.catalog.rename({ categoryId: id, name: 'nokia' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(admin.catalog.rename({ categoryId: NOBODY, name: 'X' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('changes its picture', async () => {
    const [id = ''] = await opened('Pixel')
    await admin.catalog.changePicture({ categoryId: id, image: OTHER_PICTURE })
    expect((await market.anonymous().catalog.category({ categoryId: id })).image.url).toBe(OTHER_PICTURE)
    expect((await actsOn(id)).at(-1)).toMatchObject({ action: 'category.change-picture' })
    const elsewhere = admin.catalog.changePicture({ categoryId: id, image: '/images/../etc/passwd' })
    await expect(elsewhere).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('moves it to a place, and the others make room', async () => {
    const [, , id = ''] = await opened('A', 'B', 'C', 'D')
    await admin.catalog.place({ categoryId: id, place: 1 })
    expect(await shown()).toEqual(['C', 'A', 'B', 'D'])
    await admin.catalog.place({ categoryId: id, place: 99 })
    expect(await shown()).toEqual(['A', 'B', 'D', 'C'])
    expect(await admin.catalog.place({ categoryId: id, place: 4 })).toMatchObject({ changed: false })
    expect((await actsOn(id)).map(({ reason }) => reason)).toEqual(['C', 'from 3 to 1', 'from 1 to 4'])
  })
})

describe('retiring a category', () => {
  it('hides it everywhere and takes no more phones, until it is brought back', async () => {
    const [id = ''] = await opened('Pixel', 'Nokia')
    expect(await admin.catalog.retire({ categoryId: id })).toEqual({ categoryId: id, changed: true })
    expect(await admin.catalog.retire({ categoryId: id })).toEqual({ categoryId: id, changed: false })
    expect(await shown()).toEqual(['Nokia'])
    await expect(market.anonymous().catalog.category({ categoryId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await admin.catalog.managed()).map(({ name, retiredAt }) => [name, retiredAt !== null])).toEqual([
      ['Nokia', false],
      ['Pixel', true],
    ])
    await expect(opened('pixel')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await admin.catalog.restore({ categoryId: id })).toEqual({ categoryId: id, changed: true })
    expect(await admin.catalog.restore({ categoryId: id })).toEqual({ categoryId: id, changed: false })
    expect(await shown()).toEqual(['Nokia', 'Pixel'])
    expect((await actsOn(id)).map(({ action }) => action)).toEqual([
      'category.create',
      'category.retire',
      'category.restore',
    ])
  })

  it.each(['AVAILABLE', 'RESERVED'] as const)('is rejected while a phone in it is %s, with how many', async state => {
    const [categoryId = ''] = await opened('Pixel')
    for (let n = 0; n < 2; n += 1) await market.listing({ categoryId, state })
    await expect(admin.catalog.retire({ categoryId })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: '2 phones are for sale or booked in this category: move them to another one first.',
    })
    expect(await managed()).toEqual([['Pixel', 2]])
    expect(await actsOn(categoryId)).toHaveLength(1)
  })

  it('is not held up by what was sold or removed', async () => {
    const [categoryId = ''] = await opened('Pixel')
    for (const state of ['SOLD', 'REMOVED'] as const) await market.listing({ categoryId, state })
    expect(await admin.catalog.retire({ categoryId })).toMatchObject({ changed: true })
  })

  it('and a phone that is posted at that moment: one of the two wins', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    for (let round = 0; round < 5; round += 1) {
      const [categoryId = ''] = await opened(`Pixel ${round}`)
      const post = market.as(sellerId).listings.create({
        ...{ productName: 'Aurora', sellerName: 'Robin', condition: 'GOOD', description: 'Fine.', location: 'Here' },
        ...{ resalePriceCents: 20_000, originalPriceCents: 59_900, yearsUsed: 1, images: [PICTURE], categoryId },
      })
      const results = await Promise.allSettled([post, admin.catalog.retire({ categoryId })])
      const rejected = results.flatMap(result => (result.status === 'rejected' ? [result.reason.code] : []))
      expect(rejected).toHaveLength(1)
      expect(['BAD_REQUEST', 'CONFLICT']).toContain(rejected[0])
    }
  })

  it('shows no phone of it, also one whose money went back after it was retired', async () => {
    const [categoryId = ''] = await opened('Pixel')
    const { id } = await market.listing({ categoryId, state: 'SOLD' })
    await admin.catalog.retire({ categoryId })
    await market.database.listing.update({ where: { id }, data: { state: 'AVAILABLE' } })
    expect((await market.anonymous().listings.byCategory({ categoryId })).items).toEqual([])
    expect(await (await fetch(`${market.url}/categories/${categoryId}`)).json()).toEqual([])
    expect(await managed()).toEqual([['Pixel', 1]])
  })
})

describe('moving the phones of a category', () => {
  it('takes those for sale, booked and sold along, for lists, search and price estimates', async () => {
    const [from = '', to = ''] = await opened('Old', 'New')
    const { id } = await market.listing({ categoryId: from, productName: 'Aurora 12' })
    await market.listing({ categoryId: from, state: 'RESERVED' })
    await market.sale({ categoryId: from })
    const { id: removed } = await market.listing({ categoryId: from, state: 'REMOVED' })
    expect(await admin.catalog.movePosts({ categoryId: from, toCategoryId: to })).toEqual({ moved: 3, left: 0 })
    expect(await managed()).toEqual([
      ['Old', 0],
      ['New', 2],
    ])
    const visitor = market.anonymous()
    expect((await visitor.listings.byCategory({ categoryId: to })).items.map(item => item.id)).toEqual([id])
    expect((await visitor.listings.byCategory({ categoryId: from })).items).toEqual([])
    const found = await visitor.search.listings({ text: 'aurora', categoryId: to })
    expect(found.items.map(item => item.id)).toEqual([id])
    expect(await market.database.soldPhone.findMany({ select: { categoryId: true } })).toEqual([{ categoryId: to }])
    expect(await market.database.listing.findUnique({ where: { id: removed } })).toMatchObject({ categoryId: from })
    expect((await actsOn(from)).at(-1)).toMatchObject({ action: 'category.move-posts', reason: '3 phones to New' })
    expect(await admin.catalog.retire({ categoryId: from })).toMatchObject({ changed: true })
  })

  it('moves a thousand at a time, and says how many are left', async () => {
    const [from = '', to = ''] = await opened('Old', 'New')
    const { id } = await market.listing({ categoryId: from })
    await market.database.$executeRaw`
      INSERT INTO listings (category_id, seller_id, seller_name, product_name, images, condition, description, location,
        resale_price_cents, original_price_cents, years_used)
      SELECT category_id, seller_id, seller_name, product_name, images, condition, description, location,
        resale_price_cents, original_price_cents, years_used
      FROM listings, generate_series(1, 1000) WHERE id = ${id}::uuid`
    expect(await admin.catalog.movePosts({ categoryId: from, toCategoryId: to })).toEqual({ moved: 1000, left: 1 })
    expect(await admin.catalog.movePosts({ categoryId: from, toCategoryId: to })).toEqual({ moved: 1, left: 0 })
    expect(await admin.catalog.movePosts({ categoryId: from, toCategoryId: to })).toEqual({ moved: 0, left: 0 })
  })

  it('waits for nobody: a phone that is held by another transaction is left for the next call', async () => {
    const [from = '', to = ''] = await opened('Old', 'New')
    const { id } = await market.listing({ categoryId: from })
    await market.database.$transaction(async tx => {
      await tx.$queryRaw`SELECT id FROM listings WHERE id = ${id}::uuid FOR UPDATE`
      const move = admin.catalog.movePosts({ categoryId: from, toCategoryId: to })
      await expect(move).rejects.toMatchObject({ code: 'CONFLICT' })
    })
    expect(await admin.catalog.movePosts({ categoryId: from, toCategoryId: to })).toEqual({ moved: 1, left: 0 })
  })

  it('goes to an open category, and another one, alone', async () => {
    const [from = '', to = ''] = await opened('Old', 'New')
    await admin.catalog.retire({ categoryId: to })
    for (const toCategoryId of [to, from, NOBODY]) {
      const move = admin.catalog.movePosts({ categoryId: from, toCategoryId })
      await expect(move).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    const gone = admin.catalog.movePosts({ categoryId: NOBODY, toCategoryId: from })
    await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('who manages the categories', () => {
  it('refuses the wrong role', async () => {
    const [categoryId = '', toCategoryId = ''] = await opened('Pixel', 'Nokia')
    const callers = [await market.asBuyer(), await market.asSeller(), market.anonymous()]
    for (const { catalog } of callers) {
      const calls = [
        catalog.managed(),
        catalog.create({ name: 'Mine', image: PICTURE }),
        catalog.rename({ categoryId, name: 'Mine' }),
        catalog.changePicture({ categoryId, image: OTHER_PICTURE }),
        catalog.place({ categoryId, place: 2 }),
        catalog.retire({ categoryId }),
        catalog.restore({ categoryId }),
        catalog.movePosts({ categoryId, toCategoryId }),
      ]
      for (const call of await Promise.allSettled(calls)) {
        expect(call).toMatchObject({
          status: 'rejected',
          reason: { code: expect.stringMatching(/^(FORBIDDEN|UNAUTHORIZED)$/) },
        })
      }
    }
    expect(await shown()).toEqual(['Pixel', 'Nokia'])
  })
})
