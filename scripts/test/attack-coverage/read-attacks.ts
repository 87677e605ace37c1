import { cells } from '../spec-coverage/read-coverage.ts'

/** An attack that the page lists. */
export interface Attack {
  /** Where it stands in the document, from 1. */
  line: number
  number: number
  what: string
  expected: string
  /** The files whose tests make it. */
  files: string[]
}

/** Reads the document's tables: rows of a number, an attack, the answer that is expected, and files as `` `file` ``. */
export function readAttacks(markdown: string): Attack[] {
  return markdown.split('\n').flatMap((text, index) => {
    if (!/^\|\s*\d/.test(text)) return []
    const [, number = '', what = '', expected = '', files = ''] = cells(text)
    return [{ line: index + 1, number: Number(number), what, expected, files: namedIn(files) }]
  })
}

function namedIn(files: string): string[] {
  return [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
}
