import { type Database, type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import { editDistance } from './edit-distance.ts'
import { parseWords } from './parse-text.ts'

/** How many words of titles that look like one are compared, and up to how many models a word's are counted. */
const SIMILAR_MAX = 24
const MODELS_COUNTED = 200
/** A word that titles hold is mistyped all the same when another is this many times as frequent. */
const MUCH_MORE = 10

/** Of each word the most similar ones of titles, by trigrams. Short words and numbers have none. */
const findSimilar = prepare((parameter: Parameters<{ words: string[] }>) =>
  query
    .selectFrom(
      sql<{ word: string; nth: string }>`unnest(${parameter('words')}::text[]) WITH ORDINALITY`.as<'typed'>(
        sql`typed(word, nth)`,
      ),
    )
    .select([
      'typed.word',
      sql<string[]>`CASE WHEN length(typed.word) >= 4 AND typed.word ~ '[^0-9]' THEN ARRAY(${query
        .selectFrom('search_words')
        .select('search_words.word')
        .orderBy(sql`search_words.word <-> typed.word`)
        .limit(SIMILAR_MAX)}) ELSE '{}' END`.as('similar'),
    ])
    .orderBy('nth'),
)

const countModels = prepare((parameter: Parameters<{ queries: string[] }>) =>
  query
    .selectFrom(sql<{ query: string }>`unnest(${parameter('queries')}::text[])`.as<'term'>(sql`term(query)`))
    .select([
      'term.query',
      sql<number>`(SELECT count(*)::int FROM (${query
        .selectFrom('search_models')
        .where(sql<boolean>`search_model_words(model) @@ term.query::tsquery`)
        .select('model')
        .limit(MODELS_COUNTED)}) AS models)`.as('count'),
    ]),
)

/**
 * Words with each that no title holds, or next to none, replaced by the most similar one that titles do.
 * @param words as {@link parseWords} takes them
 * @returns null when there is nothing to replace
 */
export async function correctWords(database: Database, words: string): Promise<string | null> {
  const { terms } = parseWords(words, '')
  const rows = await findSimilar(database, { words: terms.map(({ word }) => word) })
  const candidates = rows.map(({ word, similar }) => similar.filter(other => isSlip(word, other)))
  if (candidates.every(others => others.length === 0)) return null
  const whole = (word: string) => `'${word}'`
  const queries = new Set([...terms.map(({ inTitle }) => inTitle), ...candidates.flat().map(whole)])
  const counted = await countModels(database, { queries: [...queries] })
  const counts = new Map(counted.map(({ query, count }) => [query, count]))
  const countOf = (query: string) => counts.get(query) ?? 0
  const corrected = terms.map(({ word, inTitle }, index) => {
    const [best] = (candidates[index] ?? []).toSorted(
      (a, b) => editDistance(word, a) - editDistance(word, b) || countOf(whole(b)) - countOf(whole(a)),
    )
    return best !== undefined && countOf(whole(best)) > countOf(inTitle) * MUCH_MORE ? best : word
  })
  return corrected.every((word, index) => word === terms[index]?.word) ? null : corrected.join(' ')
}

/** Short words are one slip away at the most, longer ones two. */
function isSlip(word: string, other: string): boolean {
  return word !== other && editDistance(word, other) <= (word.length >= 6 ? 2 : 1)
}
