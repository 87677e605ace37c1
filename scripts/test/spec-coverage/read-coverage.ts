import { SEPARATOR } from './test-titles.ts'

/** A sentence of the specification and the tests that check it. */
export interface Row {
  /** Where it stands in the document, from 1. */
  line: number
  /** The number of its section of the specification. */
  section: number
  sentence: string
  tests: { file: string; title: string }[]
}

/** Reads the document's tables: under a heading `## 5. …`, rows of a sentence and of the tests as `` `file › title` ``. */
export function readCoverage(markdown: string): Row[] {
  const rows: Row[] = []
  let section = 0
  markdown.split('\n').forEach((text, index) => {
    const heading = /^## (\d+)\. /.exec(text)
    if (heading) section = Number(heading[1])
    if (!text.startsWith('|') || section === 0 || isHead(text)) return
    const [, sentence = '', tests = ''] = cells(text)
    rows.push({ line: index + 1, section, sentence, tests: [...tests.matchAll(/`([^`]+)`/g)].map(readTest) })
  })
  return rows
}

function isHead(text: string): boolean {
  return /^\|[\s:|-]+\|$/.test(text) || cells(text)[2] === 'Checked by'
}

/** The cells of a table's line; a bar within one is written `\|`. */
function cells(text: string): string[] {
  return text.split(/(?<!\\)\|/).map(cell => cell.replaceAll('\\|', '|').trim())
}

function readTest([, named = '']: RegExpMatchArray) {
  const [file = '', ...title] = named.split(SEPARATOR)
  return { file, title: title.join(SEPARATOR) }
}
