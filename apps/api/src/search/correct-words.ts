import type { Database } from '@second-ring/database'
import { editDistance } from './edit-distance.ts'

interface Word {
  word: string
  /** Words of models that look like it. */
  near: string[]
}

/** How many words that look alike are compared, and of how many models one is known to be part without counting on. */
const NEAR_MAX = 24
const MODELS_COUNTED = 200
/** A word that models hold is mistyped all the same when another is this many times as frequent. */
const MUCH_MORE = 10

/**
 * Words with each that no model holds, or next to none, replaced by the most similar one that models do.
 * @param words as `search_text` gives them
 * @returns null when there is nothing to replace
 */
export async function correctWords(database: Database, words: string): Promise<string | null> {
  const said = await database.$queryRaw<Word[]>`
    SELECT word, CASE WHEN length(word) >= 4 AND word ~ '[^0-9]' THEN ARRAY(
        SELECT known.word FROM search_words AS known ORDER BY known.word <-> said.word LIMIT ${NEAR_MAX}
      ) ELSE '{}' END AS near
    FROM unnest(string_to_array(left(${words}, 500), ' ')) WITH ORDINALITY AS said(word, place)
    WHERE length(word) <= 64 ORDER BY place LIMIT 12`
  const candidates = said.map(({ word, near }) => near.filter(other => isSlip(word, other)))
  if (candidates.every(others => others.length === 0)) return null
  const counts = await countModels(database, [...said.map(({ word }) => word), ...candidates.flat()])
  const last = said.length - 1
  const corrected = said.map(({ word }, index) => {
    // Of a last word the count is of all that begins with it.
    const own = counts.get(index === last && word.length >= 3 ? `${word}*` : word) ?? 0
    const best = candidates[index]
      ?.toSorted((a, b) => editDistance(word, a) - editDistance(word, b) || (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
      .at(0)
    return best !== undefined && (counts.get(best) ?? 0) > own * MUCH_MORE ? best : word
  })
  const text = corrected.join(' ')
  return text === said.map(({ word }) => word).join(' ') ? null : text
}

/** Short words are one slip away at the most, longer ones two. */
function isSlip(word: string, other: string): boolean {
  return word !== other && editDistance(word, other) <= (word.length >= 6 ? 2 : 1)
}

async function countModels(database: Database, words: string[]): Promise<Map<string, number>> {
  const rows = await database.$queryRaw<{ word: string; whole: number; begun: number }[]>`
    SELECT word,
      (SELECT count(*)::int FROM (
        SELECT 1 FROM search_models WHERE search_model_words(model) @@ search_query(word, 'name', false)
        LIMIT ${MODELS_COUNTED}) AS models) AS whole,
      (SELECT count(*)::int FROM (
        SELECT 1 FROM search_models WHERE search_model_words(model) @@ search_query(word, 'name', true)
        LIMIT ${MODELS_COUNTED}) AS models) AS begun
    FROM (SELECT DISTINCT unnest(${words}::text[]) AS word) AS words`
  return new Map(
    rows.flatMap(({ word, whole, begun }): [string, number][] => [
      [word, whole],
      [`${word}*`, begun],
    ]),
  )
}
