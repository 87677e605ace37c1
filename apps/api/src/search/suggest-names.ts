import { SUGGESTIONS_MAX, type SuggestInput } from '@second-ring/contracts/search/suggest'
import { type Database, type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { correctWords } from './correct-words.ts'
import { parseWords, readWords } from './parse-text.ts'

/** How many models are checked for some that are for sale now. */
const MODELS_CHECKED = 200
const CONTAINED_MIN = 3
/** After every text that begins with another, in the order of bytes. */
const LAST_LETTER = '\u{10ffff}'

const isForSale = sql<boolean>`EXISTS (SELECT FROM listing_search s WHERE s.model = m.model)`

const findBeginning = prepare((parameter: Parameters<{ from: string; to: string }>) =>
  query
    .selectFrom(
      query
        .selectFrom('search_models')
        .selectAll()
        .where(sql<boolean>`lower(model) ~>=~ ${parameter('from')} AND lower(model) ~<~ ${parameter('to')}`)
        .orderBy(sql`lower(model) USING ~<~`)
        .limit(MODELS_CHECKED)
        .as('m'),
    )
    .where(isForSale)
    .select('m.name')
    .limit(SUGGESTIONS_MAX),
)

const findHolding = prepare((parameter: Parameters<{ inTitle: string }>) =>
  query
    .selectFrom(
      query
        .selectFrom('search_models')
        .selectAll()
        .where(sql<boolean>`search_model_words(model) @@ ${parameter('inTitle')}::tsquery`)
        .limit(MODELS_CHECKED)
        .as('m'),
    )
    .where(isForSale)
    .select('m.name')
    .orderBy(sql`length(m.model)`)
    .orderBy('m.model')
    .limit(SUGGESTIONS_MAX),
)

/**
 * Names of products for sale that a text may be about to become: those that begin with it, then those that hold its words,
 * then those that hold the words most like them.
 */
export async function suggestNames({ database }: Platform, { text }: SuggestInput): Promise<string[]> {
  const words = await readWords(database, text)
  if (words === '') return []
  const begun = await findBeginning(database, { from: words, to: words + LAST_LETTER })
  const names = begun.map(({ name }) => name)
  if (names.length === SUGGESTIONS_MAX || words.length < CONTAINED_MIN) return names
  const all = [...new Set([...names, ...(await namesHolding(database, words))])]
  if (all.length > 0) return all.slice(0, SUGGESTIONS_MAX)
  const corrected = await correctWords(database, words)
  return corrected === null ? [] : namesHolding(database, corrected)
}

async function namesHolding(database: Database, words: string): Promise<string[]> {
  const inTitle = parseWords(words, '').terms.map(term => term.inTitle)
  const rows = await findHolding(database, { inTitle: inTitle.join(' & ') })
  return rows.map(({ name }) => name)
}
