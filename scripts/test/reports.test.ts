import { describe, expect, test } from 'vitest'
import { countRounds } from './chaos.ts'
import { countPlaywright } from './playwright-report.ts'
import { countVitest, type VitestReport } from './vitest-report.ts'

const file = (status: string, ...tests: string[]): VitestReport['testResults'][number] => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map(status => ({ status, fullName: 'a test' })),
})
const report = (success: boolean, ...testResults: VitestReport['testResults']) => ({ success, testResults })

describe('countVitest', () => {
  test.each<[string, VitestReport | undefined, number, number, number]>([
    ['tests that passed', report(true, file('passed', 'passed', 'passed')), 0, 2, 0],
    ['tests that failed', report(false, file('failed', 'passed', 'failed', 'failed')), 1, 1, 2],
    ['a file that failed before its tests', report(false, file('passed', 'passed'), file('failed')), 1, 1, 1],
    ['a file that failed after its tests', report(false, file('failed', 'passed')), 1, 1, 1],
    ['tests that were skipped', report(true, file('passed', 'passed', 'pending', 'todo')), 0, 1, 1],
    ['no tests', report(true), 0, 0, 1],
    ['an error outside of all tests', report(false, file('passed', 'passed')), 1, 1, 1],
    ['a crash after the report', report(true, file('passed', 'passed')), 139, 1, 1],
    ['a crash before the report', undefined, 0, 0, 1],
  ])('%s', (_what, given, code, passed, failed) => {
    const counted = countVitest(given, code)
    expect(counted).toMatchObject({ passed, failed })
    expect(counted.failures).toHaveLength(failed)
  })
})

describe('countPlaywright', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  test.each([
    ['tests that passed', { stats: { ...stats, expected: 3 }, errors: [] }, 0, 3, 0],
    ['tests that failed', { stats: { ...stats, expected: 1, unexpected: 2 }, errors: [] }, 1, 1, 2],
    ['tests that passed when tried again', { stats: { ...stats, expected: 1, flaky: 2 }, errors: [] }, 0, 1, 2],
    ['tests that were skipped', { stats: { ...stats, expected: 1, skipped: 2 }, errors: [] }, 0, 1, 1],
    ['no tests', { stats, errors: [] }, 1, 0, 1],
    ['a configuration that does not load', { stats, errors: [{ message: 'No such file' }] }, 1, 0, 1],
    ['a crash after the tests', { stats: { ...stats, expected: 1 }, errors: [] }, 1, 1, 1],
    ['a crash before the report', undefined, 1, 0, 1],
  ])('%s', (_what, given, code, passed, failed) => {
    expect(countPlaywright(given, code)).toMatchObject({ passed, failed })
  })

  test('names what failed, at any depth', () => {
    const spec = (title: string, ok: boolean) => ({ title, file: 'buy.spec.ts', ok })
    const suites = [{ specs: [spec('one', true)], suites: [{ specs: [spec('a buyer pays', false)] }] }]
    const counted = countPlaywright({ stats: { ...stats, expected: 1, unexpected: 1 }, errors: [], suites }, 1)
    expect(counted.failures).toEqual(['buy.spec.ts: a buyer pays'])
  })
})

describe('countRounds', () => {
  const round = (...violations: string[]) => ({ violations })
  test.each([
    ['rounds after which the books balance', [round(), round()], 0, { passed: 2, failed: 0 }],
    ['a round after which they do not', [round(), round('two orders')], 1, { passed: 1, failed: 1 }],
    ['no round at all', [], 0, { passed: 0, failed: 1 }],
    ['a runner that failed all the same', [round()], 1, { passed: 1, failed: 1 }],
  ])('%s', (_what, rounds, code, counted) => {
    expect(countRounds({ rounds }, code)).toMatchObject(counted)
  })
})
