import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { checkAttacks } from './check-attacks.ts'

const money = 'lab/attacks/src/money/money.attack.test.ts'
const browser = 'e2e/tests/browser.spec.ts'

let root: string
beforeEach(() => {
  root = temporaryFolder()
  write(
    money,
    `describe('money', () => {
      it('A1 of another is not spent', () => undefined)
      it.each([1, 2])('A2 of %s is refused', () => undefined)
      for (const sum of sums) it(\`A2 of \${sum} too\`, () => undefined)
    })`,
  )
  write(browser, `test('A3 runs no script', () => undefined)\ntest('a buyer pays', () => undefined)`)
})

function write(file: string, source: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), source)
}

const rows = {
  1: `| 1 | Another’s money | 403 | \`${money}\` |`,
  2: `| 2 | Odd sums: \`a\\|b\` | 400 | \`${money}\` |`,
  3: `| 3 | A script | text | \`${browser}\` |`,
}

/** A document of these rows and of the good ones besides. */
function check(changed: Partial<typeof rows> = {}, ...more: string[]): string[] {
  const table = [...Object.values({ ...rows, ...changed }), ...more].filter(row => row !== '').join('\n')
  return checkAttacks(`# Attacks\n\n| | The attack | Expected | Tests |\n|---|---|---|---|\n${table}\n`, root)
}

describe('the check of the attacks', () => {
  test('finds nothing where every attack has its test, and every test its attack', () => {
    expect(check()).toEqual([])
  })

  test.each([
    ['a row without a test', { 1: '| 1 | Another’s money | 403 | none |' }, 'line 5: no test for A1'],
    [
      'a row without an answer',
      { 1: `| 1 | Another’s money | | \`${money}\` |` },
      'line 5: A1 says no attack, or no answer',
    ],
    [
      'a file that is gone',
      { 3: '| 3 | A script | text | `e2e/tests/gone.spec.ts` |' },
      'line 7: there is no file e2e/tests/gone.spec.ts',
    ],
    [
      'a file without that test',
      { 3: `| 3 | A script | text | \`${money}\` |` },
      `line 7: there is no test A3 in ${money}`,
    ],
    [
      'a file that is not named',
      { 3: `| 3 | A script | text | \`${money}\` |` },
      `line 7: A3 has a test in ${browser} too`,
    ],
    ['a number that is left out', { 2: '' }, 'line 6: where A2 is due stands A3'],
    ['a test without a row', { 3: '' }, `there is no row for A3 of ${browser}`],
  ])('names %s', (_what, changed, finding) => {
    expect(check(changed)).toContain(finding)
  })

  test('names a number that is given twice', () => {
    expect(check({}, rows[3])).toEqual(['line 8: where A4 is due stands A3'])
  })

  test.each([
    [
      'a test of the suite that has no number',
      `it('is refused', () => undefined)`,
      `the test “is refused” in ${money} has no number`,
    ],
    [
      'a number that its group has instead',
      `describe('A1 money', () => it('is refused', () => undefined))`,
      `the test “is refused” in ${money} has no number`,
    ],
    ['a test that is not run', `it.skip('A1 is refused', () => undefined)`, `line 5: there is no test A1 in ${money}`],
  ])('names %s', (_what, source, finding) => {
    write(money, source)
    expect(check()).toContain(finding)
  })

  test('names a page without rows', () => {
    expect(checkAttacks('# Attacks', root)).toContain('there is no row')
  })
})
