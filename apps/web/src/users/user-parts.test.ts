import { expect, it } from 'vitest'
import { readUserPart } from './user-parts.ts'

it.each([
  ['audit', 'audit'],
  ['profile', 'listings'],
  [1, 'listings'],
  [['audit'], 'listings'],
  [undefined, 'listings'],
])('the part %j of a URL is %s', (part, shown) => {
  expect(readUserPart({ part })).toBe(shown)
})
