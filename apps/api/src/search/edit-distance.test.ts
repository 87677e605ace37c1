import { expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

it.each([
  ['', '', 0],
  ['', 'ab', 2],
  ['iphone', 'iphone', 0],
  ['iphone', 'iphnoe', 1],
  ['iphone', 'iphon', 1],
  ['iphone', 'iphonee', 1],
  ['iphone', 'iphome', 1],
  ['samsung', 'smasnug', 2],
  ['abc', 'xyz', 3],
  ['🙂a', 'a', 1],
])('from %j to %j it is %d', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
  expect(editDistance(other, one)).toBe(distance)
})
