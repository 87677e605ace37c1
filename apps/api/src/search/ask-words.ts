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

/** @param words as `search_text` gives them, so that none holds a sign */
export function askWords(words: string): Asked {
  const all = words.slice(0, CHARACTERS_MAX).split(' ').slice(0, WORDS_MAX)
  const asked = all.flatMap((word, index) => {
    const length = [...word].length
    if (length < 1 || length > WORD_LENGTH_MAX) return []
    const mark = index === all.length - 1 && length >= BEGINNING_MIN ? ':*' : ''
    return [{ named: `'${word}'${mark}`, spoken: `'~${word}'${mark}` }]
  })
  return {
    named: asked.map(({ named }) => named).join(' & '),
    anywhere: asked.map(({ named, spoken }) => `(${named}|${spoken})`).join(' & '),
    outside: asked.map(({ spoken }) => spoken).join(' | '),
    partly: asked.map(({ named }) => named).join(' | '),
  }
}

/** The words of a place: all of them in the location. */
export function askPlace(words: string): string {
  const all = words.slice(0, CHARACTERS_MAX).split(' ').slice(0, WORDS_MAX)
  const asked = all.filter(word => word !== '' && [...word].length <= WORD_LENGTH_MAX)
  return asked.map(word => `('${word}':B|'~${word}':B)`).join(' & ')
}
