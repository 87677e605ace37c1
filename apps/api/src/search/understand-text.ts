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
  /** When only some of the words are ever part of a name: the models whose names hold all of those; else none. */
  partly: string[]
  /** Asks for the words that are in no name; empty when there are none. */
  nameless: string
}

/** More models than this are as good as everything: the newest listings hold enough of them. */
const MODELS_MAX = 64

/** What a person typed, made of letters and digits alone, so that no sign of it is a command to anything. */
export async function understandText(
  database: Database,
  { text, location }: { text: string; location: string },
): Promise<Question> {
  const [row] = await database.$queryRaw<Question[]>`
    WITH said AS MATERIALIZED (
      SELECT search_text(${text}) AS words, search_text(${location}) AS place
    ), asked AS MATERIALIZED (
      SELECT search_query(word, 'name', nth = max(nth) OVER ()) AS query,
        search_query(word, 'any', nth = max(nth) OVER ()) AS anywhere
      FROM said, unnest((string_to_array(left(words, 500), ' '))[1:12]) WITH ORDINALITY AS each(word, nth)
      WHERE length(word) BETWEEN 1 AND 64
    ), known AS MATERIALIZED (
      SELECT *, EXISTS (SELECT 1 FROM search_models WHERE search_model_words(model) @@ query) AS is_named FROM asked
    ), partly AS MATERIALIZED (
      SELECT string_agg('(' || query::text || ')', ' & ') FILTER (WHERE is_named)::tsquery AS query,
        string_agg('(' || anywhere::text || ')', ' & ') FILTER (WHERE NOT is_named) AS nameless
      FROM known
    )
    SELECT words, place,
      search_query(words, 'any', true)::text AS anywhere,
      search_query(words, 'name', true)::text AS named,
      search_query(words, 'rest', true)::text AS spoken,
      search_query(place, 'place', false)::text AS located,
      ARRAY(
        SELECT model FROM search_models
        WHERE words <> '' AND search_model_words(model) @@ search_query(words, 'name', true)
        LIMIT ${MODELS_MAX + 1}
      ) AS models,
      ARRAY(
        SELECT model FROM search_models
        WHERE nameless <> '' AND search_model_words(model) @@ (SELECT query FROM partly)
        LIMIT ${MODELS_MAX + 1}
      ) AS partly,
      coalesce(nameless, '') AS nameless
    FROM said, partly`
  if (!row) throw new Error('A statement without a condition gave no row')
  const [models, partly] = [row.models ?? [], row.partly]
  return {
    ...row,
    models: models.length > MODELS_MAX ? null : models,
    partly: partly.length > MODELS_MAX ? [] : partly,
  }
}
