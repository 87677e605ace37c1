/** Words as questions to `tsvector`s, as the database's `search_query` asks them. */
export interface Asked {
  /** All of them in the name. */
  named: string
  /** All of them, in any part. */
  anywhere: string
  /** One of them outside the name: so is every listing that has all of them, but not all in its name. */
  outside: string
  /** One of them in the name. */
  partly: string
}

const WORDS_MAX = 12
const CHARACTERS_MAX = 500
const WORD_LENGTH_MAX = 64
/** From this length on the last word may be the beginning of one. */
const BEGINNING_MIN = 3

/**
 * @param words as `search_text` gives them, so that none holds a sign
 * @param inNames of these words' forms those that names hold; the name is then asked for these alone
 */
export function askWords(words: string, inNames?: ReadonlySet<string>): Asked {
  const all = formsOf(words)
  const ofNames = inNames ? all.filter(({ named }) => inNames.has(named)) : all
  return {
    named: ofNames.map(({ named }) => named).join(' & '),
    anywhere: all.map(({ named, spoken }) => `(${named}|${spoken})`).join(' & '),
    outside: ofNames.map(({ spoken }) => spoken).join(' | '),
    partly: all.map(({ named }) => named).join(' | '),
  }
}

/** Each word as it is asked for in a name, and outside it. */
export function formsOf(words: string): { named: string; spoken: string }[] {
  const all = firstWords(words)
  return all.flatMap((word, index) => {
    if (!isAsked(word)) return []
    const mark = index === all.length - 1 && [...word].length >= BEGINNING_MIN ? ':*' : ''
    return [{ named: `'${word}'${mark}`, spoken: `'~${word}'${mark}` }]
  })
}

/** The words of a place: all of them in the location. */
export function askPlace(words: string): string {
  const asked = firstWords(words).filter(isAsked)
  return asked.map(word => `('${word}':B|'~${word}':B)`).join(' & ')
}

function firstWords(words: string): string[] {
  return [...words].slice(0, CHARACTERS_MAX).join('').split(' ').slice(0, WORDS_MAX)
}

function isAsked(word: string): boolean {
  return word !== '' && [...word].length <= WORD_LENGTH_MAX
}
