import { type Database, type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import { isTrusted } from '#identity/trusted-user.ts'
import { editDistance } from './edit-distance.ts'
import { COMMON_MIN } from './maintain-words.ts'
import { parseWords } from './parse-text.ts'

/** How many words that look like one are compared. */
const SIMILAR_MAX = 24
/**
 * A word that titles hold is mistyped all the same when this many times as many sellers use another: more when a verified seller
 * uses it, for a few accounts of one person soon post a mistyping.
 */
const MUCH_MORE = { verified: 10, others: 2 }
/** How many titles with a word are looked at. */
const TITLES_MAX = 100

interface Similar {
  word: string
  sellers: number
}

/**
 * Of each word its sellers, and the most similar ones that several sellers use, by trigrams. Short words and numbers have none.
 * A word of too few sellers for {@link maintainWords} to count counts as one's when a title of a trusted seller holds it: a
 * stranger's post of a common mistyping does not keep it from being corrected.
 */
const findSimilar = prepare((parameter: Parameters<{ words: string[]; inTitle: string[] }>) =>
  query
    .selectFrom(
      sql<{ word: string; in_title: string; nth: string }>`
        unnest(${parameter('words')}::text[], ${parameter('inTitle')}::text[]) WITH ORDINALITY`.as<'typed'>(
        sql`typed(word, in_title, nth)`,
      ),
    )
    .leftJoin('search_words as known', 'known.word', 'typed.word')
    .select([
      'typed.word',
      sql<number>`coalesce(known.sellers,
        (SELECT 1 FROM (SELECT model FROM search_models WHERE search_model_words(model) @@ typed.in_title::tsquery
            LIMIT ${sql.lit(TITLES_MAX)}) AS title
          WHERE EXISTS (SELECT FROM listing_search l WHERE l.model = title.model AND ${isTrusted('l.seller_id')})
          LIMIT 1), 0)`.as('sellers'),
      sql<Similar[]>`CASE WHEN length(typed.word) >= 4 AND typed.word ~ '[^0-9]' THEN (SELECT json_agg(s) FROM (${query
        .selectFrom('search_words')
        .select(['search_words.word', 'search_words.sellers'])
        .orderBy(sql`search_words.word <-> typed.word`)
        .limit(SIMILAR_MAX)}) AS s) END`.as('similar'),
    ])
    .orderBy('nth'),
)

/** Which words stand in a title of a verified seller, among the first titles with them. */
const findVerified = prepare((parameter: Parameters<{ words: string[] }>) =>
  query
    .selectFrom(sql<{ word: string }>`unnest(${parameter('words')}::text[])`.as<'w'>(sql`w(word)`))
    .where(
      sql<boolean>`EXISTS (SELECT FROM (SELECT model FROM search_models
          WHERE search_model_words(model) @@ quote_literal(w.word)::tsquery LIMIT ${sql.lit(TITLES_MAX)}) AS title
        JOIN listing_search l ON l.model = title.model JOIN users u ON u.id = l.seller_id
        WHERE u.verified_at IS NOT NULL)`,
    )
    .select('w.word'),
)

/**
 * Words with each that no title holds, or next to none, replaced by the most similar one that several sellers use. The words
 * that are compared, of twelve at the most, are as many whatever is posted.
 * @param words as {@link parseWords} takes them
 * @returns null when there is nothing to replace
 */
export async function correctWords(database: Database, words: string): Promise<string | null> {
  const { terms } = parseWords(words, '')
  const rows = await findSimilar(database, {
    words: terms.map(({ word }) => word),
    inTitle: terms.map(({ inTitle }) => inTitle),
  })
  const looked = rows.map(({ word, sellers, similar }) => ({
    word,
    sellers,
    slips: slipsOf(word, similar ?? []),
    similar,
  }))
  const compared = looked.flatMap(({ word, slips }) =>
    slips.length > 0 ? [word, ...slips.map(other => other.word)] : [],
  )
  const verified = new Set(
    compared.length > 0 ? (await findVerified(database, { words: compared })).map(({ word }) => word) : [],
  )
  const isOfMore = (other: Similar, { word, sellers }: Similar) =>
    other.sellers > sellers * (verified.has(word) ? MUCH_MORE.verified : MUCH_MORE.others)
  const corrected = looked.map(({ word, sellers, slips, similar }) => {
    // A mistyping that some post is none to correct to.
    const best = slips.find(
      slip => !(similar ?? []).some(other => isSlip(slip.word, other.word) && isOfMore(other, slip)),
    )
    return best && isOfMore(best, { word, sellers }) ? best.word : word
  })
  return corrected.every((word, index) => word === terms[index]?.word) ? null : corrected.join(' ')
}

/** The common words that a word may be a mistyping of, the nearest first. */
function slipsOf(word: string, similar: Similar[]): Similar[] {
  return similar
    .filter(other => isSlip(word, other.word) && other.sellers >= COMMON_MIN)
    .toSorted((a, b) => editDistance(word, a.word) - editDistance(word, b.word) || b.sellers - a.sellers)
}

/** Short words are one slip away at the most, longer ones two. */
function isSlip(word: string, other: string): boolean {
  return word !== other && editDistance(word, other) <= (word.length >= 6 ? 2 : 1)
}
