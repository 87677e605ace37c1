import { expect, it } from 'vitest'
import { isEnough, leastOf, leastSequences } from './scope.ts'

it('asks of ten minutes for a hundred kills of the API, twenty of the others, and two thousand sequences', () => {
  expect(leastOf(10)).toEqual({ api: 100, postgres: 20, cards: 20 })
  expect(leastSequences(10)).toBe(2000)
})

it.each(['api', 'postgres', 'cards'] as const)('is not content with one too few of %s', what => {
  const kills = leastOf(10)
  expect(isEnough(kills, 10)).toBe(true)
  kills[what] -= 1
  expect(isEnough(kills, 10)).toBe(false)
})
