import { SUGGESTIONS_MAX, type SuggestInput } from '@second-ring/contracts/search/suggest'
import { type Database, type Parameters, prepare, query } from '@second-ring/database'
import { type Expression, sql } from 'kysely'
import { isTrusted } from '#identity/trusted-user.ts'
import type { Platform } from '#platform/platform.ts'
import { correctWords } from './correct-words.ts'
import { parseWords, readWords } from './parse-text.ts'

/** How many models are checked for some that are for sale now. */
const MODELS_CHECKED = 200
/** How many models that few sell are suggested of one seller. */
const OF_ONE_SELLER = 2
const CONTAINED_MIN = 3
/** After every text that begins with another, in the order of bytes. */
const LAST_LETTER = '\u{10ffff}'

interface Suggested {
  name: string
  /** The first seller of a model that few sell. */
  sellerId: string | null
}

const byBeginning = sql`lower(m.model) USING ~<~`
const beginsWith = (words: Expression<string>) =>
  sql<boolean>`lower(m.model) ~>=~ ${words} AND lower(m.model) ~<~ (${words}::text || ${sql.lit(LAST_LETTER)})`
const byLength = sql`length(m.model), m.model`
const holds = (inTitle: Expression<string>) => sql<boolean>`search_model_words(m.model) @@ ${inTitle}::tsquery`

const findCommon = (matches: typeof beginsWith, order: typeof byLength) =>
  prepare((parameter: Parameters<{ text: string }>) =>
    query
      .selectFrom(
        query
          .selectFrom('search_models as m')
          .where(sql<boolean>`m.is_common`)
          .where(matches(parameter('text')))
          .orderBy(order)
          .limit(MODELS_CHECKED)
          .selectAll('m')
          .as('m'),
      )
      .where(sql<boolean>`EXISTS (SELECT FROM listing_search s WHERE s.model = m.model)`)
      .select(['m.name', sql<string | null>`NULL`.as('sellerId')])
      .orderBy(order)
      .limit(SUGGESTIONS_MAX),
  )

const findOthers = (matches: typeof beginsWith, order: typeof byLength) =>
  prepare((parameter: Parameters<{ text: string }>) =>
    query
      .selectFrom(
        query
          .selectFrom('search_models as m')
          .where(sql<boolean>`NOT m.is_common`)
          .where(matches(parameter('text')))
          .orderBy(order)
          .limit(MODELS_CHECKED)
          .selectAll('m')
          .as('m'),
      )
      .innerJoinLateral(
        query
          .selectFrom('listing_search as s')
          .where(sql<boolean>`s.model = m.model`)
          .where(isTrusted('s.seller_id'))
          .orderBy('s.posted_at')
          .orderBy('s.listing_id')
          .select('s.seller_id as sellerId')
          .limit(1)
          .as('s'),
        join => join.onTrue(),
      )
      .select(['m.name', 's.sellerId'])
      .orderBy(order),
  )

const beginning = [findCommon(beginsWith, byBeginning), findOthers(beginsWith, byBeginning)] as const
const holding = [findCommon(holds, byLength), findOthers(holds, byLength)] as const

/**
 * Names of products for sale that a text may be about to become: of those that several sellers have, those that begin with it,
 * then those that hold its words; then the same of others, two of one seller at the most. When there are none, those that hold
 * the words most like them.
 */
export async function suggestNames({ database }: Platform, { text }: SuggestInput): Promise<string[]> {
  const words = await readWords(database, text)
  if (words === '') return []
  const isWord = words.length >= CONTAINED_MIN
  const names = await collect(
    [0, 1].flatMap(part => [
      () => beginning[part]?.(database, { text: words }),
      () => (isWord ? namesHolding(database, words, part) : undefined),
    ]),
  )
  if (names.length > 0 || !isWord) return names
  const corrected = await correctWords(database, words)
  return corrected === null ? [] : collect([0, 1].map(part => () => namesHolding(database, corrected, part)))
}

function namesHolding(database: Database, words: string, part: number) {
  const inTitle = parseWords(words, '').terms.map(term => term.inTitle)
  return holding[part]?.(database, { text: inTitle.join(' & ') })
}

/** The first names of what is found, each once; what is not needed any more is not looked for. */
async function collect(finds: (() => Promise<Suggested[]> | undefined)[]): Promise<string[]> {
  const names = new Set<string>()
  const ofSellers = new Map<string, number>()
  for (const find of finds) {
    if (names.size >= SUGGESTIONS_MAX) break
    for (const { name, sellerId } of (await find()) ?? []) {
      const suggested = sellerId === null ? 0 : (ofSellers.get(sellerId) ?? 0)
      if (names.size >= SUGGESTIONS_MAX || names.has(name) || suggested >= OF_ONE_SELLER) continue
      names.add(name)
      if (sellerId !== null) ofSellers.set(sellerId, suggested + 1)
    }
  }
  return [...names]
}
