import { expect, test } from 'vitest'
import { sum, tallyLine } from './tally.ts'

test('the last line sums up every runner', () => {
  const total = sum([
    { passed: 3, failed: 0 },
    { passed: 0, failed: 1 },
    { passed: 4, failed: 2 },
  ])
  expect(tallyLine(total)).toBe('7 passed, 3 failed')
  expect(tallyLine(sum([]))).toBe('0 passed, 0 failed')
})
