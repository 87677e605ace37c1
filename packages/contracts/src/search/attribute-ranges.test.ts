import { expect, it } from 'vitest'
import { rangesOf, withRange } from './attribute-ranges.ts'
import { inOrder, SearchFilters } from './filters.ts'

const everything: SearchFilters = { text: '', conditions: [], location: '', verifiedOnly: false }

it('says by which attributes a search is narrowed', () => {
  expect(rangesOf(everything)).toEqual([])
  expect(rangesOf({ attributes: { yearOfPurchase: {} } })).toEqual([])
  expect(rangesOf({ attributes: { yearOfPurchase: { min: 2022 } } })).toEqual([{ name: 'yearOfPurchase', min: 2022 }])
})

it('changes one range, and leaves nothing where there is none', () => {
  const narrowed = withRange(everything, 'yearOfPurchase', { max: 2020 })
  expect(narrowed).toEqual({ ...everything, attributes: { yearOfPurchase: { max: 2020 } } })
  expect(withRange(narrowed, 'yearOfPurchase')).toEqual(everything)
})

it('takes ranges of those attributes alone that are filters', () => {
  const filters = SearchFilters.check(...inOrder).parse({ attributes: { yearOfPurchase: { min: 2022 } } })
  expect(filters.attributes).toEqual({})
})
