import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readTests, SEPARATOR, type Title } from '../spec-coverage/test-titles.ts'

/** A test that makes an attack, or should. */
export interface NumberedTest {
  file: string
  /** Its own words, without its groups'. */
  title: string
  /** Of the attack that its title begins with, `A45 …`; null when it begins otherwise. */
  number: number | null
}

/** The tests of the attack suite, and those among the browser's that are named like them. */
export function numberedTests(root: string): NumberedTest[] {
  const suite = testsIn(root, 'lab/attacks/src/**/*.attack.test.ts')
  const browser = testsIn(root, 'e2e/tests/**/*.spec.ts')
  return [...suite, ...browser.filter(({ number }) => number !== null)]
}

function testsIn(root: string, pattern: string): NumberedTest[] {
  return globSync(pattern, { cwd: root })
    .sort()
    .flatMap(file => {
      const { titles } = readTests(readFileSync(path.join(root, file), 'utf8'), 'ts')
      return titles.map(title => ({ file: file.replaceAll(path.sep, '/'), ...ownOf(title) }))
    })
}

function ownOf(whole: Title): { title: string; number: number | null } {
  const own = whole.slice(whole.lastIndexOf(SEPARATOR) + 1)
  const title = own.map(piece => piece ?? '…').join('')
  const number = /^A(\d+) \S/.exec(title)?.[1]
  return { title, number: number === undefined ? null : Number(number) }
}
