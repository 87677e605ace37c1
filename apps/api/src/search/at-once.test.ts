import type { SearchFacetsInput } from '@second-ring/contracts/search/facets'
import type { SearchListingsInput } from '@second-ring/contracts/search/search-listings'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askWords } from './ask-words.ts'
import { countAtOnce, far } from './count-at-once.ts'
import { countByEach } from './count-by-each.ts'
import { findSoon } from './find-at-once.ts'
import { readWords } from './read-words.ts'
import { lookFurther, searchListings } from './search-listings.ts'
import { type Facet, facets, type Tally } from './tally.ts'

// What is answered in one statement is what several would answer, of a market that is as large as their steps are long.
const LISTINGS = 1500
const names = ['Aurora 12', 'Aurora 12 Pro', 'Nova 3', 'Nova 3 Pro', 'Pebble', 'Borealis 9']
const places = ['Salem', 'Bend, Oregon', 'Aurora, Illinois']
const descriptions = ['Works.', 'Like a Nova.', 'With its box.', 'Works, with its box.']
const texts = [
  '',
  'aurora',
  'aurora 12',
  'nova pro',
  'pebble',
  'borealis',
  'box',
  'works',
  'salem',
  'aurora box',
  'aurora 12 works',
  'nov',
]

let market: Market
let categories: string[]
const random = createRandom(7)
beforeAll(async () => {
  market = await createMarket()
  categories = [(await market.category()).id, (await market.category()).id]
  const sellers = [
    (await market.user({ role: 'SELLER' })).id,
    (await market.user({ role: 'SELLER', verifiedAt: new Date() })).id,
  ]
  await market.database.listing.createMany({
    data: Array.from({ length: LISTINGS }, (_, n) => ({
      categoryId: random.oneOf(categories),
      sellerId: random.oneOf(sellers),
      sellerName: 'S',
      productName: random.oneOf(names),
      images: ['/x'],
      condition: random.oneOf(['EXCELLENT', 'GOOD', 'GOOD', 'FAIR'] as const),
      description: random.oneOf(descriptions),
      location: random.oneOf(places),
      resalePriceCents: 5_000 + random.below(40) * 2_500,
      originalPriceCents: 200_000,
      yearsUsed: random.below(5),
      postedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1000),
    })),
  })
})
afterAll(() => market.close())

function filters() {
  return {
    text: random.oneOf(texts),
    location: random.oneOf(['', '', '', 'oregon']),
    conditions: random.oneOf([[], ['GOOD'], ['EXCELLENT', 'FAIR']] as ('GOOD' | 'EXCELLENT' | 'FAIR')[][]),
    verifiedOnly: random.below(5) === 0,
    exact: true,
    ...(random.below(4) === 0 && { categoryId: random.oneOf(categories) }),
    ...(random.below(3) === 0 && { maxPriceCents: random.oneOf([9_000, 40_000]) }),
    ...(random.below(6) === 0 && { minPriceCents: 20_000 }),
    ...(random.below(3) === 0 && { maxYearsUsed: random.below(4) }),
  }
}

describe('searching at once', () => {
  it.each(['relevance', 'newest', 'price-up', 'price-down'] as const)(
    'finds by %s what several steps do',
    async sort => {
      let atOnce = 0
      for (let n = 0; n < 12; n += 1) {
        let input: SearchListingsInput = { ...filters(), sort, limit: random.oneOf([3, 20]) }
        for (let page = 0; page < 3; page += 1) {
          const found = await searchListings(market.platform, input)
          expect(found, JSON.stringify(input)).toEqual(await lookFurther(market.platform, input))
          if (page === 0) atOnce += (await isAtOnce(input)) ? 1 : 0
          if (found.nextCursor === null) break
          input = { ...input, cursor: found.nextCursor }
        }
      }
      expect(atOnce).toBeGreaterThan(4)
    },
  )

  async function isAtOnce(input: SearchListingsInput): Promise<boolean> {
    const said = { words: await readWords(market.database, input.text), place: input.location }
    return (await findSoon(market.platform, input, { ...said, after: undefined })) !== null
  }
})

describe('counting at once', () => {
  it('counts exactly what counting for each facet does, or no more than there are', async () => {
    let [exact, some] = [0, 0]
    for (let n = 0; n < 40; n += 1) {
      const input: SearchFacetsInput = filters()
      const said = { words: input.text, place: input.location }
      const tally = await countAtOnce(market.database, input, said, ...(n % 2 ? [far] : []))
      if (!tally) continue
      const each = await countByEach(market.database, input)
      if (tally.capped) {
        some += 1
        expect(tally.total, JSON.stringify(input)).toBeLessThanOrEqual(each.total)
      } else {
        exact += 1
        // Each for itself is counted to a few hundred only.
        if (each.capped) expect(tally.total).toBeGreaterThanOrEqual(each.total)
        else expect(tally.total, JSON.stringify(input)).toBe(each.total)
        const whole = facets.filter(facet => !each.facets[facet].capped)
        expect(told(tally, whole), JSON.stringify(input)).toEqual(told(each, whole))
      }
    }
    expect(exact).toBeGreaterThan(3)
    expect(some).toBeGreaterThan(3)
  })

  function told(tally: Tally, whole: Facet[]) {
    const values = whole.map(facet => {
      const counts = tally.facets[facet].values.filter(({ value, count }) => count > 0 && value !== 'false')
      return [facet, Object.fromEntries(counts.map(({ value, count }) => [value, count]))]
    })
    return Object.fromEntries(values)
  }
})

describe('words', () => {
  it('are read of plain text as the database reads them', async () => {
    const signs = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code + 1))
    const said = ['', 'Aurora 12', '  a--B_c  ', "o'clock", ...signs.map(sign => `x${sign}Y`), 'Télé ÉLAN', 'ｎｏｉｒ']
    for (const text of said) {
      const [row] = await market.database.$queryRaw<{ words: string }[]>`SELECT search_text(${text}) AS words`
      expect(await readWords(market.database, text), JSON.stringify(text)).toBe(row?.words)
    }
  })

  it('ask as the database asks', async () => {
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
      const { named, anywhere } = askWords(words)
      const [row] = await market.database.$queryRaw<{ named: boolean; anywhere: boolean }[]>`
        SELECT search_query(${words}, 'name', true) = ${named}::tsquery AS named,
          search_query(${words}, 'any', true) = ${anywhere}::tsquery AS anywhere`
      expect(row, words).toEqual({ named: true, anywhere: true })
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
