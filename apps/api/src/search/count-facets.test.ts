import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
let phones: string
let tablets: string
beforeAll(async () => {
  market = await createMarket()
  phones = (await market.category()).id
  tablets = (await market.category()).id
  const { id: verifiedId } = await market.user({ role: 'SELLER', verifiedAt: new Date() })
  const rows = [
    { categoryId: phones, condition: 'GOOD', resalePriceCents: 9_999, yearsUsed: 1, location: 'Salem' },
    { categoryId: phones, condition: 'GOOD', resalePriceCents: 10_000, yearsUsed: 1, location: 'Salem' },
    { categoryId: phones, condition: 'FAIR', resalePriceCents: 80_000, yearsUsed: 2, location: 'Bend' },
    {
      categoryId: tablets,
      condition: 'FAIR',
      resalePriceCents: 25_000,
      yearsUsed: 2,
      location: 'Bend',
      sellerId: verifiedId,
    },
  ] as const
  for (const row of rows) await market.listing({ productName: 'Aurora 12', description: 'Works.', ...row })
  await market.listing({ productName: 'Aurora 12', state: 'SOLD', categoryId: phones })
  await market.runJobs()
})
afterAll(() => market.close())

type Input = Parameters<ReturnType<Market['anonymous']>['search']['facets']>[0]
const facets = (input: Input) => market.anonymous().search.facets(input)

describe('facets', () => {
  it('count each value among the matches', async () => {
    expect(await facets({ text: 'aurora' })).toEqual({
      total: 4,
      capped: false,
      correctedTo: null,
      categories: {
        values: expect.arrayContaining([
          { categoryId: phones, name: expect.any(String), count: 3 },
          { categoryId: tablets, name: expect.any(String), count: 1 },
        ]),
        capped: false,
      },
      conditions: {
        values: [
          { condition: 'GOOD', count: 2 },
          { condition: 'FAIR', count: 2 },
        ],
        capped: false,
      },
      prices: {
        values: [
          { fromCents: 0, toCents: 10_000, count: 1 },
          { fromCents: 10_000, toCents: 20_000, count: 1 },
          { fromCents: 20_000, toCents: 30_000, count: 1 },
          { fromCents: 80_000, toCents: null, count: 1 },
        ],
        capped: false,
      },
      yearsUsed: {
        values: [
          { yearsUsed: 1, count: 2 },
          { yearsUsed: 2, count: 2 },
        ],
        capped: false,
      },
      locations: {
        values: [
          { location: 'Bend', count: 2 },
          { location: 'Salem', count: 2 },
        ],
        capped: false,
      },
      verified: { count: 1, capped: false },
      attributes: expect.any(Object),
    })
  })

  it('count a facet’s values given all other filters, but not its own', async () => {
    const { total, conditions, categories, verified } = await facets({ conditions: ['FAIR'], categoryId: phones })
    expect(total).toBe(1)
    expect(conditions.values).toEqual([
      { condition: 'GOOD', count: 2 },
      { condition: 'FAIR', count: 1 },
    ])
    expect(categories.values.map(({ count }) => count)).toEqual([1, 1])
    expect(verified.count).toBe(0)
    const located = await facets({ location: 'Salem', maxPriceCents: 9_999, minYearsUsed: 1 })
    expect(located.locations.values).toEqual([{ location: 'Salem', count: 1 }])
    expect(located.prices.values).toHaveLength(2)
  })

  it('are exact of words that no name holds, or that are often outside of them, where few listings are for sale', async () => {
    expect(await facets({ text: 'works' })).toMatchObject({ total: 4, capped: false })
    expect(await facets({ text: 'bend' })).toMatchObject({ total: 2, capped: false, conditions: { capped: false } })
  })

  it('are of nothing where the text is signs alone, or nothing holds it', async () => {
    for (const text of ['%', 'nothing like it']) {
      expect(await facets({ text })).toMatchObject({ total: 0, conditions: { values: [] }, verified: { count: 0 } })
    }
  })

  it('are of what is searched for instead of mistyped words, unless exactly these are asked for', async () => {
    expect(await facets({ text: 'arora' })).toMatchObject({ total: 4, correctedTo: 'aurora' })
    expect(await facets({ text: 'arora', exact: true })).toMatchObject({ total: 0, correctedTo: null })
  })

  it('count a few hundred at the most, and say so', async () => {
    const { id: categoryId } = await market.category()
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const rest = { originalPriceCents: 1, resalePriceCents: 100, yearsUsed: 0, sellerName: 'S', images: ['/x'] }
    await market.database.listing.createMany({
      data: Array.from({ length: 301 }, (_, n) => ({
        ...rest,
        categoryId,
        sellerId,
        productName: 'Common 1',
        condition: n % 20 === 0 ? ('FAIR' as const) : ('GOOD' as const),
        description: 'D',
        location: n < 40 ? 'Salem' : 'Bend',
      })),
    })
    expect(await facets({ categoryId })).toMatchObject({ total: 200, capped: true })
    const good = await facets({ text: 'common', conditions: ['GOOD'] })
    expect(good).toMatchObject({ total: 180, capped: true, conditions: { capped: true } })
    // A category that none of those is of may have others.
    expect(good.categories.values).toHaveLength(3)
    // So few of all that a longer look tells them exactly.
    expect(await facets({ text: 'common', conditions: ['FAIR'] })).toMatchObject({ total: 16, capped: false })
    const here = await facets({ text: 'common', location: 'salem' })
    expect(here).toMatchObject({ total: 40, capped: false, locations: { values: [{ count: 261 }, { count: 40 }] } })
  })
})
