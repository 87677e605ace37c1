import { SUGGESTIONS_MAX, type SuggestInput } from '@second-ring/contracts/search/suggest'
import type { Platform } from '#platform/platform.ts'
import { correctWords } from './correct-words.ts'

/** How many models are looked at for some that are for sale now. */
const LOOKED_AT = 200
/** After every text that begins with another, in the order of bytes. */
const LAST_LETTER = '\u{10ffff}'

interface Suggested {
  model: string
  name: string
}

/**
 * Names of products for sale that a text may be about to become: those that begin with it, then those that hold its words,
 * then those that hold the words most like them.
 */
export async function suggestNames({ database }: Platform, { text }: SuggestInput): Promise<string[]> {
  const [said] = await database.$queryRaw<{ words: string }[]>`SELECT search_text(${text}) AS words`
  const words = said?.words ?? ''
  if (words === '') return []
  const begun = await database.$queryRaw<Suggested[]>`
    SELECT model, name FROM (
      SELECT * FROM search_models
      WHERE lower(model) ~>=~ ${words} AND lower(model) ~<~ ${words + LAST_LETTER}
      ORDER BY lower(model) USING ~<~ LIMIT ${LOOKED_AT}
    ) AS m
    WHERE EXISTS (SELECT 1 FROM listing_search s WHERE s.model = m.model) LIMIT ${SUGGESTIONS_MAX}`
  if (begun.length === SUGGESTIONS_MAX || words.length < 3) return begun.map(({ name }) => name)
  const held = await holding(words)
  if (begun.length + held.length > 0) return namesOf([...begun, ...held])
  const corrected = await correctWords(database, words)
  return corrected === null ? [] : namesOf(await holding(corrected))

  function holding(all: string): Promise<Suggested[]> {
    return database.$queryRaw<Suggested[]>`
      SELECT model, name FROM (
        SELECT * FROM search_models WHERE search_model_words(model) @@ (SELECT search_query(${all}, 'name', true))
        LIMIT ${LOOKED_AT}
      ) AS m
      WHERE EXISTS (SELECT 1 FROM listing_search s WHERE s.model = m.model)
      ORDER BY length(model), model LIMIT ${SUGGESTIONS_MAX}`
  }
}

function namesOf(models: Suggested[]): string[] {
  return [...new Map(models.map(({ model, name }) => [model, name])).values()].slice(0, SUGGESTIONS_MAX)
}
