import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

type Page = { items: { id: string }[]; nextCursor: string | null }

async function readAll(read: (cursor?: string) => Promise<Page>): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = []
  let pages = 0
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    ids.push(...page.items.map(item => item.id))
    pages += 1
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return { ids, pages }
}

describe('a category’s listings', () => {
  it('come newest first, each once, page by page, also when many were posted at one moment', async () => {
    const { id: categoryId } = await market.category()
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const at = Date.parse('2026-11-01T10:00:00Z')
    const posted = []
    for (let n = 0; n < 7; n += 1) {
      const postedAt = new Date(at + Math.floor(n / 3) * 1000)
      posted.push({ postedAt, id: (await market.listing({ categoryId, sellerId, postedAt })).id })
    }
    const expected = posted.toSorted((a, b) => b.postedAt.getTime() - a.postedAt.getTime() || (a.id < b.id ? 1 : -1))
    const anonymous = market.anonymous()
    const { ids, pages } = await readAll(cursor =>
      anonymous.listings.byCategory({ categoryId, limit: 2, ...(cursor && { cursor }) }),
    )
    expect(ids).toEqual(expected.map(listing => listing.id))
    expect(pages).toBe(4)
  })

  it('are the available ones of that category alone', async () => {
    const available = await market.listing()
    const { categoryId } = available
    for (const state of ['RESERVED', 'SOLD', 'REMOVED'] as const) await market.listing({ categoryId, state })
    await market.listing()
    const { items } = await market.anonymous().listings.byCategory({ categoryId })
    expect(items.map(item => item.id)).toEqual([available.id])
  })

  it('show the card’s fields and no email', async () => {
    const seller = await market.user({ role: 'SELLER', verifiedAt: new Date() })
    const { categoryId } = await market.listing({ sellerId: seller.id, yearOfPurchase: 2024 })
    const { items } = await market.anonymous().listings.byCategory({ categoryId })
    expect(items[0]).toMatchObject({
      productName: 'Aurora 12',
      resalePriceCents: 20_000,
      originalPriceCents: 59_900,
      yearsUsed: 2,
      yearOfPurchase: 2024,
      condition: 'GOOD',
      location: 'Portland, Oregon',
      sellerName: 'Robin Vale',
      sellerVerified: true,
    })
    expect(JSON.stringify(items)).not.toContain(seller.email)
  })

  it('name the seller’s account beside a name that is another', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER', name: 'Ana Ćosić' })
    const { categoryId } = await market.listing({ sellerId, sellerName: 'Amara Osei' })
    await market.listing({ sellerId, categoryId, sellerName: ' ana  ĆOSIĆ ' })
    const { items } = await market.anonymous().listings.byCategory({ categoryId })
    const names = items.map(({ sellerName, sellerAccountName }) => [sellerName, sellerAccountName])
    expect(names.sort()).toEqual([
      [' ana  ĆOSIĆ ', null],
      ['Amara Osei', 'Ana Ćosić'],
    ])
  })

  it('refuses a forged cursor and more than a hundred', async () => {
    const { id: categoryId } = await market.category()
    const { listings } = market.anonymous()
    await expect(listings.byCategory({ categoryId, cursor: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(listings.byCategory({ categoryId, limit: 101 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(listings.byCategory({ categoryId: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('advertised listings', () => {
  it('are the available ones, last advertised first', async () => {
    const advertised = []
    for (const day of [1, 2, 3]) advertised.push(await market.listing({ advertisedAt: new Date(`2026-11-0${day}`) }))
    await market.listing({ advertisedAt: new Date(), state: 'SOLD' })
    await market.listing({ advertisedAt: new Date(), state: 'RESERVED' })
    await market.listing()
    const { ids } = await readAll(cursor =>
      market.anonymous().listings.advertised({ limit: 1, ...(cursor && { cursor }) }),
    )
    expect(ids).toEqual(advertised.map(listing => listing.id).reverse())
  })
})

describe('a seller’s own listings', () => {
  it('are theirs in every state but removed', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const created = []
    for (const state of ['AVAILABLE', 'RESERVED', 'SOLD'] as const)
      created.push(await market.listing({ sellerId, state }))
    await market.listing({ sellerId, state: 'REMOVED' })
    await market.listing()
    const { items } = await market.as(sellerId).listings.mine({})
    expect(items.map(item => item.id).sort()).toEqual(created.map(listing => listing.id).sort())
  })
})

describe('categories', () => {
  it('come in the grid’s order, and one can be read', async () => {
    const { id } = await market.category()
    await market.database.category.update({ where: { id }, data: { position: -1, name: 'First' } })
    const categories = await market.anonymous().catalog.categories()
    expect(categories[0]).toMatchObject({ id, name: 'First' })
    await expect(market.anonymous().catalog.category({ categoryId: id })).resolves.toMatchObject({ id, name: 'First' })
    await expect(
      market.anonymous().catalog.category({ categoryId: '0199a3a2-7e5d-7c40-8d8e-111111111111' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
