import { afterEach, expect, it, vi } from 'vitest'
import { someOf, timesOf } from './test-form.ts'

afterEach(() => vi.unstubAllEnvs())

const ways = Array.from({ length: 24 }, (_, index) => index)

it('a test that takes long tries some ways from all over, the first among them', () => {
  expect(someOf(ways, 6)).toEqual([0, 4, 8, 12, 16, 20])
  expect(someOf(ways, 5)).toHaveLength(5)
  expect(someOf(ways, 30)).toEqual(ways)
  expect(timesOf(10)).toBe(4)
})

it('in the long form it tries all', () => {
  vi.stubEnv('TEST_FORM', 'long')
  expect(someOf(ways, 6)).toEqual(ways)
  expect(timesOf(10)).toBe(10)
})
