import { describe, expect, it } from 'vitest'
import { activeFilters } from './active-filters.ts'
import { addressOf, everything, readSearch, type Search } from './search-url.ts'

const category = '0190a000-0000-7000-8000-000000000002'
const whole: Search = {
  filters: {
    text: 'iphone 13',
    categoryId: category,
    conditions: ['EXCELLENT', 'GOOD'],
    minPriceCents: 10_000,
    maxPriceCents: 19_999,
    minYearsUsed: 1,
    maxYearsUsed: 3,
    location: 'Leeds',
    verifiedOnly: true,
  },
  sort: 'price-up',
  exact: true,
}

describe('the address of a search', () => {
  it('holds all of it, and nothing that is not asked for', () => {
    expect(addressOf(whole)).toEqual({
      q: 'iphone 13',
      category,
      condition: 'excellent,good',
      min: 100,
      max: 199.99,
      minYears: 1,
      maxYears: 3,
      location: 'Leeds',
      verified: true,
      sort: 'price-up',
      exact: true,
    })
    expect(JSON.stringify(addressOf({ filters: everything }))).toBe('{}')
  })

  it('is read as it was written', () => {
    expect(readSearch(addressOf(whole))).toEqual(whole)
    expect(readSearch({})).toEqual({ filters: everything, sort: 'relevance', exact: false })
  })

  it('takes digits for words', () => {
    expect(readSearch({ q: 13, location: 97_201 }).filters).toMatchObject({ text: '13', location: '97201' })
  })

  it.each([
    [{ q: { a: 1 } }],
    [{ q: 'a\u0000b' }],
    [{ q: 'x'.repeat(101) }],
    [{ category: 'phones' }],
    [{ condition: 'mint' }],
    [{ condition: 7 }],
    [{ min: -1, max: 'a lot' }],
    [{ min: 1e9 }],
    [{ min: 20, max: 10 }],
    [{ minYears: 3, maxYears: 1 }],
    [{ minYears: 1.5, maxYears: 99 }],
    [{ location: ['Leeds'] }],
    [{ verified: 'yes' }],
    [{ sort: 'cheapest', exact: 'maybe' }],
  ])('falls back where it makes no sense: %j', address => {
    expect(readSearch(address)).toEqual({ filters: everything, sort: 'relevance', exact: false })
  })

  it('keeps what makes sense beside what does not', () => {
    expect(readSearch({ q: 'pixel', condition: 'mint,fair', max: 'x', sort: 'newest' })).toEqual({
      filters: { ...everything, text: 'pixel', conditions: ['FAIR'] },
      sort: 'newest',
      exact: false,
    })
  })
})

describe('the filters in words', () => {
  it('say each, and what the search is without it', () => {
    const active = activeFilters(whole.filters, 'iPhone')
    expect(active.map(({ label }) => label)).toEqual([
      'iPhone',
      'Excellent',
      'Good',
      '$100–$199.99',
      '1–3 years used',
      'In Leeds',
      'Verified sellers',
    ])
    const left = active.reduce((filters, { key }) => {
      return activeFilters(filters, 'iPhone').find(other => other.key === key)?.without ?? filters
    }, whole.filters)
    expect(left).toEqual({ ...everything, text: 'iphone 13' })
  })

  it('say the range of an attribute, and its address holds it', () => {
    const filters = { ...everything, attributes: { yearOfPurchase: { min: 2022 } } }
    const label = 'Year of purchase: From 2022'
    expect(activeFilters(filters, undefined)).toEqual([{ key: 'yearOfPurchase', label, without: everything }])
    expect(JSON.stringify(addressOf({ filters }))).toBe('{"yearOfPurchase":"2022-"}')
  })

  it.each([
    [{ minPriceCents: 50_000 }, 'From $500'],
    [{ maxPriceCents: 9_999 }, 'Up to $99.99'],
    [{ maxYearsUsed: 0 }, 'Under a year used'],
    [{ maxYearsUsed: 2 }, 'Up to 2 years used'],
    [{ minYearsUsed: 2 }, 'From 2 years used'],
  ])('%j is %s', (filter, label) => {
    expect(activeFilters({ ...everything, ...filter }, undefined)).toMatchObject([{ label, without: everything }])
  })
})
