import type { SearchFacets } from '@second-ring/contracts/search/facets'

const category = '0190a000-0000-7000-8000-000000000002'

/** What a search could be narrowed by. */
export const facets: SearchFacets = {
  total: 12,
  capped: false,
  correctedTo: null,
  categories: { values: [{ categoryId: category, name: 'Pixel', count: 12 }], capped: false },
  conditions: {
    values: [
      { condition: 'EXCELLENT', count: 5 },
      { condition: 'GOOD', count: 7 },
    ],
    capped: false,
  },
  prices: {
    values: [
      { fromCents: 0, toCents: 10_000, count: 2 },
      { fromCents: 80_000, toCents: null, count: 1 },
    ],
    capped: false,
  },
  yearsUsed: {
    values: [
      { yearsUsed: 0, count: 1 },
      { yearsUsed: 2, count: 4 },
    ],
    capped: false,
  },
  locations: { values: [{ location: 'Leeds', count: 3 }], capped: false },
  verified: { count: 6, capped: false },
  attributes: {},
}

/** None of anything. */
export const noFacets: SearchFacets = {
  total: 0,
  capped: false,
  correctedTo: null,
  categories: { values: [], capped: false },
  conditions: { values: [], capped: false },
  prices: { values: [], capped: false },
  yearsUsed: { values: [], capped: false },
  locations: { values: [], capped: false },
  verified: { count: 0, capped: false },
  attributes: {},
}
