import { type Database, type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'

/** A search's texts as words and as PostgreSQL's `tsquery`s. Words hold letters and digits alone, so none is a command. */
export interface ParsedSearch {
  /** The text as words, one blank between; empty when there is none. */
  words: string
  /** The location as words. */
  place: string
  terms: Term[]
  /** All words of the text, in any part; empty when there are none. */
  anywhere: string
  /** All words of the location, in the location. */
  located: string
}

/** A word of the text. The last one, of three letters or more, may be the beginning of one. */
export interface Term {
  word: string
  isPrefix: boolean
  /** Asks for the word in the title. */
  inTitle: string
  /** Asks for a match outside the title, where `search_vector` writes words with `~`. */
  outside: string
}

const WORDS_MAX = 12
const CHARACTERS_MAX = 500
const WORD_LENGTH_MAX = 64
const PREFIX_MIN = 3

/** @returns null when the text or the location is of signs alone, such as '%': no listing holds that */
export async function parseSearch(
  database: Database,
  { text, location }: { text: string; location: string },
): Promise<ParsedSearch | null> {
  const parsed = parseWords(await readWords(database, text), await readWords(database, location))
  const isOfSigns = (text !== '' && parsed.terms.length === 0) || (location !== '' && parsed.located === '')
  return isOfSigns ? null : parsed
}

/** The same of texts that are words already. */
export function parseWords(words: string, place: string): ParsedSearch {
  const all = firstWords(words)
  const terms = all.map((word, index): Term => {
    const isPrefix = index === all.length - 1 && [...word].length >= PREFIX_MIN
    const mark = isPrefix ? ':*' : ''
    return { word, isPrefix, inTitle: `'${word}'${mark}`, outside: `'~${word}'${mark}` }
  })
  const searchable = terms.filter(({ word }) => isSearchable(word))
  const anywhere = searchable.map(({ inTitle, outside }) => `(${inTitle}|${outside})`)
  const located = firstWords(place)
    .filter(isSearchable)
    .map(word => `('${word}':B|'~${word}':B)`)
  return { words, place, terms: searchable, anywhere: anywhere.join(' & '), located: located.join(' & ') }
}

function firstWords(words: string): string[] {
  return [...words].slice(0, CHARACTERS_MAX).join('').split(' ').slice(0, WORDS_MAX)
}

function isSearchable(word: string): boolean {
  return word !== '' && [...word].length <= WORD_LENGTH_MAX
}

const normalize = prepare((parameter: Parameters<{ text: string }>) =>
  query.selectNoFrom(sql<string>`search_text(${parameter('text')})`.as('words')),
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ascii = /^[\x00-\x7f]*$/

/** A text as words without accents, in lower case, as the database's `search_text`, which is called where there may be accents. */
export async function readWords(database: Database, text: string): Promise<string> {
  if (ascii.test(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(' ')
  const [row] = await normalize(database, { text })
  return row?.words ?? ''
}
