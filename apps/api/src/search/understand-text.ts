import type { Database } from '@second-ring/database'

/** A search's texts as the database's words and questions. */
export interface Question {
  /** The text as words; empty when it holds none. */
  words: string
  /** The location as words. */
  place: string
  /** Asks for all of the words, in any part. */
  anywhere: string
  /** Asks for all of them in the name. */
  named: string
  /** Asks for all of them, not all in the name. */
  spoken: string
  /** Asks for the location's words in the location; empty when there are none. */
  located: string
  /** The models whose names hold all of the words; null when there are too many to look at each. */
  models: string[] | null
}

/** More models than this are as good as everything: the newest listings hold enough of them. */
const MODELS_MAX = 64

/** What a person typed, made of letters and digits alone, so that no sign of it is a command to anything. */
export async function understandText(
  database: Database,
  { text, location }: { text: string; location: string },
): Promise<Question> {
  const [row] = await database.$queryRaw<Question[]>`
    SELECT words, place,
      search_query(words, 'any', true)::text AS anywhere,
      search_query(words, 'name', true)::text AS named,
      search_query(words, 'rest', true)::text AS spoken,
      search_query(place, 'place', false)::text AS located,
      ARRAY(
        SELECT model FROM search_models
        WHERE words <> '' AND search_model_words(model) @@ search_query(words, 'name', true)
        LIMIT ${MODELS_MAX + 1}
      ) AS models
    FROM (SELECT search_text(${text}) AS words, search_text(${location}) AS place OFFSET 0) AS said`
  if (!row) throw new Error('A statement without a condition gave no row')
  const models = row.models ?? []
  return { ...row, models: models.length > MODELS_MAX ? null : models }
}
