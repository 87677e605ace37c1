import { type Database, poolOf } from '@second-ring/database'

const statement = { name: 'search-words', text: 'SELECT search_text($1) AS words' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const plain = /^[\x00-\x7f]*$/

/**
 * A text as words: letters and digits without accents, in lower case, one blank between; so that no sign of it is a command
 * to anything. As the database's `search_text`, which is asked where there may be accents.
 */
export async function readWords(database: Database, text: string): Promise<string> {
  if (plain.test(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(' ')
  const { rows } = await poolOf(database).query<{ words: string }>({ ...statement, values: [text] })
  return rows[0]?.words ?? ''
}
