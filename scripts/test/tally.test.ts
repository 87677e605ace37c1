import { expect, test } from 'vitest'
import { failureLines, oneFailed, onePassed, sum, tallyLine } from './tally.ts'

test('the last line sums up every runner, after the names of what failed', () => {
  const runner = { passed: 4, failed: 2, failures: ['a.test.ts: adds', 'a.test.ts: takes away'] }
  const total = sum([onePassed, oneFailed('Types'), runner])
  expect(failureLines(total)).toBe('✗ Types\n✗ a.test.ts: adds\n✗ a.test.ts: takes away')
  expect(tallyLine(total)).toBe('5 passed, 3 failed')
  expect(tallyLine(sum([]))).toBe('0 passed, 0 failed')
})
