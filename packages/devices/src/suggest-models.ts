import { models } from './built/models.ts'
import { fullName, type Model } from './model.ts'
import { isOneTypoAway } from './one-typo.ts'
import { plain } from './tokens.ts'

/** How well a typed word meets a word of a name; less is better. */
const EXACT = 0
const PREFIX = 1
const MIDDLE = 2
const TYPO = 3
const MAX_LENGTH = 100

type Entry = { model: Model; words: string[]; name: string[]; compact: string; released: string }

const entries: Entry[] = models.map(model => {
  const words = wordsOf([fullName(model), ...(model.alsoCalled ?? [])].join(' '))
  return {
    model,
    words: [...new Set(words)],
    name: wordsOf(model.name),
    compact: wordsOf(fullName(model)).join(''),
    released: model.released ?? '',
  }
})

/**
 * The models that a person may mean who types this: each typed word is in the maker's or the model's name, in any order,
 * whole, as a beginning or in the middle, or with one letter wrong when it has five or more. The best first, the newest
 * of equals before the others. Returns nothing for fewer than three letters and digits, and for
 * more than 100 signs.
 */
export function suggestModels(text: string, limit: number): Model[] {
  const typed = wordsOf(text)
  if (typed.join('').length < 3 || text.length > MAX_LENGTH) return []
  return entries
    .flatMap(entry => {
      const rank = rankOf(typed, entry)
      return rank === null ? [] : [{ entry, rank }]
    })
    .sort((one, other) => one.rank - other.rank || compareEntries(one.entry, other.entry))
    .slice(0, Math.max(0, limit))
    .map(({ entry }) => entry.model)
}

/**
 * The whole name is first. Else the worst word counts, then whether the name ends with a typed word, then the sum. Null
 * when a word is not in the name.
 */
function rankOf(typed: readonly string[], entry: Entry): number | null {
  const { words, compact, name } = entry
  const whole = typed.join('')
  if (whole === compact || whole === name.join('')) return 0
  const kinds: number[] = []
  for (const word of typed) {
    const joined = isJoined(word, compact) ? MIDDLE : Number.POSITIVE_INFINITY
    const kind = Math.min(joined, ...words.map(other => kindOf(word, other)))
    if (kind === Number.POSITIVE_INFINITY) return null
    kinds.push(kind)
  }
  const isWhole = endsName(typed, name) || compact.endsWith(whole)
  return Math.max(PREFIX, ...kinds) * 1000 + (isWhole ? 0 : 500) + kinds.reduce((sum, kind) => sum + kind, 0)
}

/** Whether a typed word meets the name's last one, so that the name is no longer than what is typed: 13, not 13 Pro. */
function endsName(typed: readonly string[], name: readonly string[]): boolean {
  const left = new Set(name.keys())
  for (const word of typed) {
    const kinds = [...left].map(index => ({ index, kind: kindOf(word, name[index] ?? '') }))
    const [best] = kinds.sort((one, other) => one.kind - other.kind || one.index - other.index)
    if (best && best.kind < Number.POSITIVE_INFINITY) left.delete(best.index)
  }
  return !left.has(name.length - 1)
}

function kindOf(typed: string, word: string): number {
  if (word === typed) return EXACT
  if (word.startsWith(typed)) return PREFIX
  if (typed.length >= 2 && word.includes(typed)) return MIDDLE
  return /^[a-z]{5,}$/.test(typed) && isOneTypoAway(typed, word) ? TYPO : Number.POSITIVE_INFINITY
}

/** Whether it is a name without its blanks: `iphone13`. */
function isJoined(typed: string, compact: string): boolean {
  return /[a-z]\d/.test(typed) && typed.length >= 4 && compact.includes(typed)
}

function compareEntries(one: Entry, other: Entry): number {
  if (one.released !== other.released) return one.released < other.released ? 1 : -1
  return one.words.length - other.words.length || (one.model.slug < other.model.slug ? -1 : 1)
}

function wordsOf(text: string): string[] {
  return (
    plain(text)
      .replace(/(?<=[a-z0-9])\+/g, ' plus ')
      .match(/\d+\.\d+|[\p{L}\p{N}]+/gu) ?? []
  )
}
