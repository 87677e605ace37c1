import { expect, it } from 'vitest'
import { describeBand, describePosition } from './price-estimate.tsx'
import { describeSold } from './seller-panel.tsx'

const band = { lowCents: 18_000, highCents: 21_500, sampleSize: 37 }

it('a band reads as its two ends, or as one price', () => {
  expect(describeBand(band)).toBe('$180–$215')
  expect(describeBand({ ...band, highCents: 18_000 })).toBe('$180')
})

it.each([
  [18_000, '$180 is within it.'],
  [21_500, '$215 is within it.'],
  [17_999, '$179.99 is $0.01 below it.'],
  [30_000, '$300 is $85 above it.'],
])('a price of %d cents lies in words', (cents, words) => {
  expect(describePosition(band, cents)).toBe(words)
})

it.each([
  [1, 'Has sold to 1 buyer here'],
  [12, 'Has sold to 12 buyers here'],
  [1000, 'Has sold to 1,000 buyers or more here'],
])('%d sold phones are said in words', (count, words) => {
  expect(describeSold(count)).toBe(words)
})

it('nothing is said of who has sold to nobody that counts: they may have sold to newcomers', () => {
  expect(describeSold(0)).toBeNull()
})
