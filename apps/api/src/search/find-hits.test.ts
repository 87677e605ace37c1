import type { SearchFacetsInput } from '@second-ring/contracts/search/facets'
import type { SearchListingsInput } from '@second-ring/contracts/search/search-listings'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countFacets } from './count-facets.ts'
import { parseWords, readWords } from './parse-text.ts'
import { searchListings } from './search-listings.ts'

// What is found and counted is what a plain reading of all listings finds, whichever way the query takes.
const LISTINGS = 700
const names = ['Aurora 12', 'Aurora 12 Pro', 'Nova 3', 'Nova 3 Pro', 'Pebble', 'Borealis 9', '???']
const places = ['Salem', 'Bend, Oregon', 'Aurora, Illinois']
const descriptions = ['Works.', 'Like a Nova.', 'With its box.', 'Works, with its box.', 'Better than a Pebble 12.']
const texts = [
  ...['', 'aurora', 'aurora 12', 'nova pro', 'pebble', 'borealis', 'box', 'works', 'salem', 'aurora box', 'nov'],
  ...['aurora 12 works', 'aurora 12 pro', 'heirloom', 'heirloom aurora', 'pebble 12', 'nova nothing', '12 nova'],
]
/** By which of the query's ways the hits are found. */
const ways = [
  {},
  { scanLimit: 20 },
  { modelsMax: 0 },
  { scanLimit: 20, modelsMax: 0 },
  { scanLimit: 20, modelsMax: 1 },
  { scanLimit: 400, modelsMax: 2 },
]

interface Listing {
  id: string
  categoryId: string
  productName: string
  description: string
  location: string
  condition: 'EXCELLENT' | 'GOOD' | 'FAIR'
  resalePriceCents: number
  yearsUsed: number
  yearOfPurchase: number | null
  postedAt: Date
  isVerified: boolean
}

let market: Market
let categories: string[]
let listings: Listing[]
const random = createRandom(7)
beforeAll(async () => {
  market = await createMarket()
  categories = [(await market.category()).id, (await market.category()).id]
  const verified = (await market.user({ role: 'SELLER', verifiedAt: new Date() })).id
  const sellers = [(await market.user({ role: 'SELLER' })).id, verified]
  const rows = Array.from({ length: LISTINGS }, (_, n) => ({
    categoryId: random.oneOf(categories),
    sellerId: random.oneOf(sellers),
    sellerName: 'S',
    // Some of the oldest alone hold a rare word, in the title or elsewhere.
    productName: n % 40 === 3 && n < 200 ? 'Heirloom' : random.oneOf(names),
    images: ['/x'],
    condition: random.oneOf(['EXCELLENT', 'GOOD', 'GOOD', 'FAIR'] as const),
    description: n % 50 === 7 && n < 300 ? 'An heirloom.' : random.oneOf(descriptions),
    location: random.oneOf(places),
    resalePriceCents: 5_000 + random.below(40) * 2_500,
    originalPriceCents: 200_000,
    yearsUsed: random.below(5),
    yearOfPurchase: random.oneOf([null, 2021, 2023, 2025]),
    postedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1000),
  }))
  const made = await market.database.listing.createManyAndReturn({ data: rows })
  listings = made.map(row => ({ ...row, isVerified: row.sellerId === verified }))
})
afterAll(() => market.close())

function filters() {
  return {
    text: random.oneOf(texts),
    location: random.oneOf(['', '', '', 'oregon', 'illinois']),
    conditions: random.oneOf([[], ['GOOD'], ['EXCELLENT', 'FAIR']] as ('GOOD' | 'EXCELLENT' | 'FAIR')[][]),
    verifiedOnly: random.below(5) === 0,
    exact: true,
    ...(random.below(4) === 0 && { categoryId: random.oneOf(categories) }),
    ...(random.below(3) === 0 && { maxPriceCents: random.oneOf([9_000, 40_000]) }),
    ...(random.below(6) === 0 && { minPriceCents: 20_000 }),
    ...(random.below(3) === 0 && { maxYearsUsed: random.below(4) }),
    // Any attribute may be one that is a filter.
    ...(random.below(6) === 0 && {
      attributes: { yearOfPurchase: random.oneOf([{ min: 2023 }, { min: 2021, max: 2023 }]) },
    }),
  }
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

function holds(texts: string[], word: string, isPrefix: boolean): boolean {
  return texts
    .flatMap(wordsOf)
    .some(other => other === word || (isPrefix && word.length >= 3 && other.startsWith(word)))
}

const termsOf = (text: string) => wordsOf(text).map((word, n, all) => ({ word, isPrefix: n === all.length - 1 }))

type Facet = 'text' | 'category' | 'condition' | 'price' | 'years' | 'location' | 'verified' | 'yearOfPurchase'

/** The filters that a listing fails. */
function failed(listing: Listing, input: SearchFacetsInput): Facet[] {
  const { minPriceCents = 0, maxPriceCents = 1e9, maxYearsUsed = 99, categoryId = listing.categoryId } = input
  const { min = 0, max = 9999 } = input.attributes?.yearOfPurchase ?? {}
  const { yearOfPurchase } = listing
  const parts = [listing.productName, listing.description, listing.location]
  const fails: Record<Facet, boolean> = {
    text: !termsOf(input.text).every(({ word, isPrefix }) => holds(parts, word, isPrefix)),
    category: listing.categoryId !== categoryId,
    condition: input.conditions.length > 0 && !input.conditions.includes(listing.condition),
    price: listing.resalePriceCents < minPriceCents || listing.resalePriceCents > maxPriceCents,
    years: listing.yearsUsed > maxYearsUsed,
    location: !wordsOf(input.location).every(word => holds([listing.location], word, false)),
    verified: input.verifiedOnly && !listing.isVerified,
    yearOfPurchase:
      input.attributes !== undefined && (yearOfPurchase === null || yearOfPurchase < min || yearOfPurchase > max),
  }
  return (Object.keys(fails) as Facet[]).filter(facet => fails[facet])
}

/** How near a title is to a text: it is the text, it holds all words that titles ever do, or it does not. */
function rankOf({ productName }: Listing, text: string): number {
  const titles = listings.map(listing => listing.productName)
  const terms = termsOf(text).filter(({ word, isPrefix }) => holds(titles, word, isPrefix))
  if (wordsOf(productName).join(' ') === text) return 0
  return terms.length > 0 && terms.every(({ word, isPrefix }) => holds([productName], word, isPrefix)) ? 1 : 2
}

function expected(input: SearchListingsInput): string[] {
  const isDown = input.sort !== 'price-up'
  const keyOf = (listing: Listing) => {
    const isByPrice = input.sort === 'price-up' || input.sort === 'price-down'
    return isByPrice ? listing.resalePriceCents : listing.postedAt.getTime()
  }
  const ranked = input.sort === 'relevance' && input.text !== ''
  return listings
    .filter(listing => failed(listing, input).length === 0)
    .map(listing => ({ id: listing.id, key: keyOf(listing), rank: ranked ? rankOf(listing, input.text) : 0 }))
    .sort((a, b) => a.rank - b.rank || (isDown ? -1 : 1) * (a.key - b.key || (a.id < b.id ? -1 : 1)))
    .map(({ id }) => id)
}

describe('searching', () => {
  it.each(['relevance', 'newest', 'price-up', 'price-down'] as const)(
    'finds by %s what there is, page by page',
    async sort => {
      for (const way of ways) {
        for (let n = 0; n < 12; n += 1) {
          const input: SearchListingsInput = { ...filters(), sort, limit: random.oneOf([3, 20, 100]) }
          const ids = expected(input)
          const found: string[] = []
          let cursor: string | null | undefined
          for (let page = 0; page < 6 && cursor !== null; page += 1) {
            const answer = await searchListings(market.platform, { ...input, ...(cursor && { cursor }) }, way)
            found.push(...answer.items.map(item => item.id))
            cursor = answer.nextCursor
          }
          const told = JSON.stringify({ input, way })
          expect(found, told).toEqual(ids.slice(0, found.length))
          if (cursor === null) expect(found.length, told).toBe(ids.length)
        }
      }
    },
  )
})

describe('facets', () => {
  it('count what there is, or no more', async () => {
    let [exact, some] = [0, 0]
    for (const way of ways) {
      for (let n = 0; n < 10; n += 1) {
        const input: SearchFacetsInput = filters()
        const told = JSON.stringify({ input, way })
        const counted = await countFacets(market.platform, input, { ...way, attributes: ['yearOfPurchase'] })
        const total = listings.filter(listing => failed(listing, input).length === 0).length
        if (counted.capped) expect(counted.total, told).toBeLessThanOrEqual(total)
        else expect(counted.total, told).toBe(total)
        const among = (facet: Facet) =>
          listings.filter(listing => failed(listing, input).every(other => other === facet))
        const compare = (count: number, there: number, capped: boolean) => {
          if (capped) some += 1
          else exact += 1
          if (capped) expect(count, told).toBeLessThanOrEqual(there)
          else expect(count, told).toBe(there)
        }
        for (const { categoryId, count } of counted.categories.values) {
          const there = among('category').filter(listing => listing.categoryId === categoryId)
          compare(count, there.length, counted.categories.capped)
        }
        for (const { condition, count } of counted.conditions.values) {
          const there = among('condition').filter(listing => listing.condition === condition)
          compare(count, there.length, counted.conditions.capped)
        }
        for (const { fromCents, toCents, count } of counted.prices.values) {
          const there = among('price').filter(
            ({ resalePriceCents }) => fromCents <= resalePriceCents && resalePriceCents < (toCents ?? 1e9),
          )
          compare(count, there.length, counted.prices.capped)
        }
        for (const { yearsUsed, count } of counted.yearsUsed.values) {
          const there = among('years').filter(listing => listing.yearsUsed === yearsUsed)
          compare(count, there.length, counted.yearsUsed.capped)
        }
        for (const { location, count } of counted.locations.values) {
          const there = among('location').filter(listing => listing.location === location)
          compare(count, there.length, counted.locations.capped)
        }
        for (const { value, count } of counted.attributes.yearOfPurchase?.values ?? []) {
          const there = among('yearOfPurchase').filter(listing => listing.yearOfPurchase === value)
          compare(count, there.length, counted.attributes.yearOfPurchase?.capped === true)
        }
        const verified = among('verified').filter(({ isVerified }) => isVerified)
        compare(counted.verified.count, verified.length, counted.verified.capped)
      }
    }
    expect(exact).toBeGreaterThan(100)
    expect(some).toBeGreaterThan(100)
  })
})

describe('words', () => {
  it('are read of plain text as the database reads them', async () => {
    const signs = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code + 1))
    const typed = ['', 'Aurora 12', '  a--B_c  ', "o'clock", ...signs.map(sign => `x${sign}Y`), 'Télé ÉLAN', 'ｎｏｉｒ']
    for (const text of typed) {
      const [row] = await market.database.$queryRaw<{ words: string }[]>`SELECT search_text(${text}) AS words`
      expect(await readWords(market.database, text), JSON.stringify(text)).toBe(row?.words)
    }
  })

  it('are searched for as the database does', async () => {
    const long = 'x'.repeat(65)
    const many = Array.from({ length: 14 }, (_, n) => `w${n}`).join(' ')
    for (const words of [
      '',
      'a',
      'aurora',
      'aurora 12',
      '12 pro max',
      `${long} pro`,
      `pro ${long}`,
      many,
      'naïve été',
    ]) {
      const { terms, anywhere, located } = parseWords(words, words)
      const named = terms.map(({ inTitle }) => inTitle).join(' & ')
      const [row] = await market.database.$queryRaw<object[]>`
        SELECT search_query(${words}, 'name', true) = ${named}::tsquery AS named,
          search_query(${words}, 'any', true) = ${anywhere}::tsquery AS anywhere,
          search_query(${words}, 'place', false) = ${located}::tsquery AS located`
      expect(row, words).toEqual({ named: true, anywhere: true, located: true })
    }
  })
})

/** The same row of numbers every time. */
function createRandom(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 65_536) % limit
  }
  return {
    below,
    oneOf<Value>(values: readonly Value[]): Value {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('There is nothing to pick from')
      return value
    },
  }
}
