import { type Database, poolOf } from '@second-ring/database'
import { formsOf } from './ask-words.ts'

const statement = {
  name: 'search-words-in-names',
  text: `SELECT form FROM unnest($1::text[]) AS form
    WHERE EXISTS (SELECT FROM search_models WHERE search_model_words(model) @@ form::tsquery)`,
}

/**
 * The forms of those words that names hold, such as 'iphone' and '13' of 'iphone 13 portland'.
 * @returns undefined when these are all of them or none: then it makes no difference
 */
export async function readWordsInNames(database: Database, words: string): Promise<ReadonlySet<string> | undefined> {
  const forms = formsOf(words).map(({ named }) => named)
  if (forms.length < 2) return
  const { rows } = await poolOf(database).query<{ form: string }>({ ...statement, values: [forms] })
  return rows.length === 0 || rows.length === forms.length ? undefined : new Set(rows.map(({ form }) => form))
}
