import type { Sort } from '@second-ring/contracts/search/search-listings'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let market: Market
let categoryId: string
let sellerId: string
beforeAll(async () => {
  market = await createMarket()
  sellerId = (await market.user({ role: 'SELLER' })).id
})
beforeEach(async () => {
  await market.database.listing.updateMany({ data: { state: 'REMOVED' } })
  categoryId = (await market.category()).id
})
afterAll(() => market.close())

type Overrides = NonNullable<Parameters<Market['listing']>[0]>
type Input = Parameters<ReturnType<Market['anonymous']>['search']['listings']>[0]

async function post(productName: string, overrides: Overrides = {}): Promise<string> {
  const plain = { description: 'Works as it should.', location: 'Salem', categoryId, sellerId }
  return (await market.listing({ ...plain, productName, ...overrides })).id
}

const search = (input: Input) => market.anonymous().search.listings(input)

async function namesOf(input: Input): Promise<string[]> {
  return (await search(input)).items.map(item => item.productName)
}

describe('searching', () => {
  it('looks at name, description and location, for all of the words', async () => {
    await post('Aurora 12 Pro')
    await post('Nova 3', { description: 'Like the aurora, but smaller.' })
    await post('Pebble', { location: 'Aurora, Illinois' })
    await post('Borealis')
    expect((await namesOf({ text: 'aurora' })).sort()).toEqual(['Aurora 12 Pro', 'Nova 3', 'Pebble'])
    expect(await namesOf({ text: 'illinois aurora pebble' })).toEqual(['Pebble'])
    expect(await namesOf({ text: 'aurora borealis', exact: true })).toEqual([])
  })

  it('takes the last word for the beginning of one, from three letters on', async () => {
    await post('Aurora 12 Pro')
    expect(await namesOf({ text: 'aur' })).toEqual(['Aurora 12 Pro'])
    expect(await namesOf({ text: 'pro auro' })).toEqual(['Aurora 12 Pro'])
    expect(await namesOf({ text: 'aur pro', exact: true })).toEqual([])
    expect(await namesOf({ text: 'au', exact: true })).toEqual([])
    expect(await namesOf({ text: '12' })).toEqual(['Aurora 12 Pro'])
  })

  it('passes over accents, case, width and signs', async () => {
    await post('Téléphone ÉLAN-5 (noir)')
    for (const text of ['telephone elan 5', 'TÉLÉPHONE', 'te\u0301le\u0301phone noir', 'elan-5', 'ｎｏｉｒ']) {
      expect(await namesOf({ text }), text).toEqual(['Téléphone ÉLAN-5 (noir)'])
    }
  })

  it('finds what is for sale alone', async () => {
    const id = await post('Aurora 12')
    for (const state of ['RESERVED', 'SOLD', 'REMOVED'] as const) await post('Aurora 13', { state })
    expect(await namesOf({ text: 'aurora' })).toEqual(['Aurora 12'])
    await market.database.listing.update({ where: { id }, data: { state: 'RESERVED' } })
    expect(await namesOf({ text: 'aurora' })).toEqual([])
    await market.database.listing.update({ where: { id }, data: { state: 'AVAILABLE', description: 'With a case.' } })
    expect(await namesOf({ text: 'aurora case' })).toEqual(['Aurora 12'])
  })

  it('shows cards without an email', async () => {
    await post('Aurora 12')
    const page = await search({ text: 'aurora' })
    expect(page.items[0]).toMatchObject({ sellerName: 'Robin Vale', sellerVerified: false, state: 'AVAILABLE' })
    expect(JSON.stringify(page)).not.toContain('@')
  })
})

describe('filters', () => {
  it('narrow by category, condition, price, years, location and verified seller', async () => {
    const verified = await market.user({ role: 'SELLER', verifiedAt: new Date() })
    await post('Plain')
    await post('Other', { categoryId: (await market.category()).id })
    await post('Worn', { condition: 'FAIR' })
    await post('Dear', { resalePriceCents: 90_000 })
    await post('Old', { yearsUsed: 7 })
    await post('Far', { location: 'Portland, Oregon' })
    await post('Sure', { sellerId: verified.id })
    const here = { categoryId, sort: 'newest' as const }
    expect(await namesOf({ ...here, conditions: ['FAIR'] })).toEqual(['Worn'])
    expect(await namesOf({ ...here, minPriceCents: 20_001 })).toEqual(['Dear'])
    expect(await namesOf({ ...here, maxPriceCents: 19_999 })).toEqual([])
    expect(await namesOf({ ...here, minYearsUsed: 3 })).toEqual(['Old'])
    expect(await namesOf({ ...here, location: 'portland oregon' })).toEqual(['Far'])
    expect(await namesOf({ ...here, verifiedOnly: true })).toEqual(['Sure'])
    expect(await namesOf({ ...here, maxYearsUsed: 2, conditions: ['GOOD'], maxPriceCents: 20_000 })).toEqual([
      'Sure',
      'Far',
      'Plain',
    ])
    expect(await namesOf({ categoryId, text: 'worn', conditions: ['GOOD'], exact: true })).toEqual([])
  })

  it('say what is wrong with them', async () => {
    await expect(search({ minPriceCents: 5, maxPriceCents: 4 })).rejects.toThrow(
      'The lowest price is above the highest',
    )
    await expect(search({ minYearsUsed: 3, maxYearsUsed: 2 })).rejects.toThrow('The fewest years are above the most')
    await expect(search({ maxPriceCents: -1 })).rejects.toThrow('Enter a price from $0 to $999,999.99')
    await expect(search({ text: 'x'.repeat(101) })).rejects.toThrow('Use at most 100 characters')
    await expect(search({ text: 'a\u0000b' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(search({ location: 'a\u0000b' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('the order', () => {
  it('by relevance is: the name, in the name, anywhere; each newest first', async () => {
    const at = (second: number) => ({ postedAt: new Date(Date.UTC(2026, 10, 1, 0, 0, second)) })
    await post('Case', { description: 'For an Aurora 12.', ...at(9) })
    await post('Aurora 12', at(1))
    await post('Aurora 12 Pro', at(8))
    await post('aurora-12', at(3))
    await post('Old Aurora 12', at(5))
    expect(await namesOf({ text: 'Aurora 12' })).toEqual([
      'aurora-12',
      'Aurora 12',
      'Aurora 12 Pro',
      'Old Aurora 12',
      'Case',
    ])
    expect((await namesOf({ text: 'Aurora 12', sort: 'newest' }))[0]).toBe('Case')
  })

  it('puts a name that holds what names ever do before a text that speaks of all', async () => {
    const location = 'Portland, Oregon'
    const at = (second: number) => ({ postedAt: new Date(Date.UTC(2026, 10, 1, 0, 0, second)) })
    await post('Aurora 12', { location, ...at(1) })
    await post('Case', { location, description: 'For an Aurora 12.', ...at(9) })
    await post('Aurora 12 Pro', { location, ...at(5) })
    await post('Aurora 12')
    const expected = ['Aurora 12 Pro', 'Aurora 12', 'Case']
    expect(await namesOf({ text: 'aurora 12 portland' })).toEqual(expected)
    expect(await namesOf({ text: 'portland aurora 12' })).toEqual(expected)
    const first = await search({ text: 'aurora 12 portland', limit: 2 })
    const second = await search({ text: 'aurora 12 portland', limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(item => item.productName)).toEqual(expected)
  })

  it.each(['relevance', 'newest', 'price-up', 'price-down'] as const)(
    'by %s is the same page by page, each listing once',
    async sort => {
      for (let n = 0; n < 9; n += 1) {
        const postedAt = new Date(Date.UTC(2026, 10, 1, 0, 0, n % 3))
        const description = n % 2 ? 'Works.' : 'Aurora 12 or not.'
        const name = ['Aurora 12', 'Aurora 12 Pro', 'Case'][n % 3] ?? ''
        await post(name, { postedAt, description, resalePriceCents: 10_000 + (n % 4) * 100 })
      }
      const whole = (await search({ text: 'aurora 12', sort })).items
      expect(new Set(whole.map(item => item.id)).size).toBe(whole.length)
      expect(await readAll({ text: 'aurora 12', sort }, 2)).toEqual(whole.map(item => item.id))
      const prices = whole.map(item => item.resalePriceCents)
      if (sort === 'price-up') expect(prices).toEqual(prices.toSorted((a, b) => a - b))
      if (sort === 'price-down') expect(prices).toEqual(prices.toSorted((a, b) => b - a))
      expect(whole.length).toBeGreaterThan(6)
    },
  )

  async function readAll(input: NonNullable<Input>, limit: number): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await search({ ...input, limit, ...(cursor && { cursor }) })
      ids.push(...page.items.map(item => item.id))
      cursor = page.nextCursor
    } while (cursor)
    return ids
  }

  it('has cursors of its own: of another text, filter or sort one is refused', async () => {
    for (let n = 0; n < 3; n += 1) await post('Aurora 12')
    const asked = { text: 'aurora', sort: 'price-up' as Sort, limit: 1 }
    const { nextCursor } = await search(asked)
    const cursor = nextCursor ?? ''
    await expect(search({ ...asked, cursor })).resolves.toMatchObject({ items: [{ productName: 'Aurora 12' }] })
    const others: Input[] = [
      { ...asked, text: 'aurora 12' },
      { ...asked, text: '' },
      { ...asked, sort: 'price-down' },
      { ...asked, sort: 'relevance' },
      { ...asked, categoryId },
      { ...asked, maxPriceCents: 50_000 },
      { ...asked, verifiedOnly: true },
      { ...asked, location: 'Salem' },
    ]
    for (const other of others) {
      await expect(search({ ...other, cursor }), JSON.stringify(other)).rejects.toThrow(
        'This is not a page of this list',
      )
    }
  })
})

describe('signs of other languages', () => {
  it.each([
    '%',
    '_',
    '\\',
    "'",
    '"',
    ':*',
    '&|!',
    'a & !b',
    "o'clock",
    '<->',
    '(',
    'aurora:*',
    "'; DROP TABLE listings",
    '$1',
    '🙂',
    '́',
    'a:A',
    '*',
  ])('are literal: %s', async text => {
    await post('Borealis 9')
    expect((await search({ text, exact: true })).items).toEqual([])
    expect((await search({ location: text })).items).toEqual([])
    expect((await search({ text })).items).toEqual([])
  })
})

describe('a mistyped word', () => {
  /** Posts names as four sellers do each, so that their words are common. */
  async function postByMany(...names: string[]) {
    for (const { id } of await sellers()) for (const name of names) await post(name, { sellerId: id })
    await market.runJobs()
  }
  const sellers = () => Promise.all([1, 2, 3, 4].map(() => market.user({ role: 'SELLER' })))

  it('is replaced by the most similar one that sellers use, and the answer says so', async () => {
    await postByMany('Samsung Galaxy 9', 'Samsung Galaxy 8', 'iPhone 13')
    const found = await search({ text: 'iphnoe 13' })
    expect(found.correctedTo).toBe('iphone 13')
    expect(found.items.map(item => item.productName)).toEqual(Array(4).fill('iPhone 13'))
    expect(await search({ text: 'samsng galxy' })).toMatchObject({ correctedTo: 'samsung galaxy' })
    expect(await search({ text: 'iphone 13' })).toMatchObject({ correctedTo: null })
    expect(await search({ text: 'iphnoe 13', exact: true })).toMatchObject({ correctedTo: null, items: [] })
  })

  it('has pages too', async () => {
    await postByMany('Quantum 5')
    const first = await search({ text: 'quantm', limit: 2 })
    expect(first.correctedTo).toBe('quantum')
    const next = await search({ text: 'quantm', limit: 2, cursor: first.nextCursor ?? '' })
    expect(next).toMatchObject({ correctedTo: 'quantum', nextCursor: null })
    const seen = [...first.items, ...next.items].map(item => item.id)
    expect(new Set(seen).size).toBe(4)
  })

  it('is left as it is where the other would find nothing for sale', async () => {
    await postByMany('Zephyrine 4')
    await market.database.listing.updateMany({ data: { state: 'REMOVED' } })
    expect(await search({ text: 'zephirine' })).toEqual({ items: [], nextCursor: null, correctedTo: null })
  })

  it('is left as it is where fewer than four sellers use the other, or their emails are not proven', async () => {
    const [, ...three] = await sellers()
    for (const { id } of three) for (let n = 0; n < 3; n += 1) await post('Velocita 4', { sellerId: id })
    const unproven = await market.user({ role: 'SELLER', emailVerifiedAt: null })
    await post('Velocita 4', { sellerId: unproven.id })
    await market.runJobs()
    expect(await search({ text: 'velocta' })).toEqual({ items: [], nextCursor: null, correctedTo: null })
    await post('Velocita 5')
    await market.runJobs()
    expect(await search({ text: 'velocta' })).toMatchObject({ correctedTo: 'velocita' })
  })
})
