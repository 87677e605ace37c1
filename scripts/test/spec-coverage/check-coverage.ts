import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readCoverage } from './read-coverage.ts'
import { readTests, type TestSource, type Title } from './test-titles.ts'

/** Written in the place of what a table or a loop fills in, it means every case. */
const EVERY_CASE = '…'
const SECTIONS = 9

/**
 * What is wrong with the document: a row without a test, a test that does not exist, a section of the specification
 * without a row. Empty when all is well.
 * @param root the folder that the document's paths start from
 */
export function checkCoverage(markdown: string, root: string): string[] {
  const rows = readCoverage(markdown)
  const read = cached((file: string) =>
    readTests(readFileSync(path.join(root, file), 'utf8'), file.endsWith('.tsx') ? 'tsx' : 'ts'),
  )
  const ofRows = rows.flatMap(({ line, sentence, tests }) => {
    if (tests.length === 0) return [`line ${line}: no test for “${sentence}”`]
    const missing = tests.filter(({ file, title }) => !isTest(root, file) || !exists(title, file))
    return missing.map(({ file, title }) => `line ${line}: there is no test ${file} › ${title}`)
  })
  const sections = Array.from({ length: SECTIONS }, (_, index) => index + 1)
  const absent = sections.filter(number => !rows.some(({ section }) => section === number))
  return [...ofRows, ...absent.map(number => `section ${number} of the specification has no row`)]

  function exists(title: string, file: string): boolean {
    const source = read(file)
    return source.titles.some(real => fits(title, real, () => wordsOf(file, source)))
  }

  /** What the titles of a file can be filled with: its own words, and those of what it imports. */
  function wordsOf(file: string, { words, imports }: TestSource): Set<string> {
    const imported = imports.map(from => path.join(path.dirname(file), from)).filter(name => isSource(root, name))
    return new Set([words, ...imported.map(name => read(name).words)].flatMap(set => [...set]))
  }
}

function isTest(root: string, file: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(file) && isSource(root, file)
}

function isSource(root: string, file: string): boolean {
  return /\.tsx?$/.test(file) && existsSync(path.join(root, file))
}

function fits(written: string, real: Title, words: () => Set<string>): boolean {
  const pattern = real.map(piece => (piece === null ? '(.+)' : literally(piece))).join('')
  const match = new RegExp(`^${pattern}$`, 's').exec(written)
  return match?.slice(1).every(filled => filled === EVERY_CASE || words().has(filled)) ?? false
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function cached<Value>(read: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return key => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}
