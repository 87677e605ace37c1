import { type Database, type Parameters, prepare, query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { isTrusted } from '#identity/trusted-user.ts'
import { ago, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Of so many trusted sellers a word or a model is common. Three accounts with an email each are soon made; fewer honest
 * sellers than four have hardly a word that many mistype.
 */
export const COMMON_MIN = 4
/** How much one run does at the most; the next one goes on. */
const MODELS_DELETED = 2000
const LISTINGS_READ = 500
const WORDS_CHECKED = 20
const MODELS_CHECKED = 10
/** Of how many listings the sellers are counted, so that a frequent word costs no more. */
const LISTINGS_COUNTED = 20_000
/** As many letters as a word of search has. */
const WORD_MIN = 3
const WORD_MAX = 64

/**
 * Maintains what corrections and suggestions are made of, by what is for sale now: deletes models that nobody has for sale,
 * and words of these alone, adds words of new posts that several sellers use, and counts the sellers of some words and models again.
 */
export async function maintainWords({ database }: Pick<Platform, 'database'>): Promise<void> {
  await deleteModels(database)
  await run(database, countWords)
  await run(database, countModels)
}

const unusedModels = query
  .selectFrom('search_models as m')
  .where(sql<boolean>`NOT EXISTS (SELECT FROM listing_search s WHERE s.model = m.model OFFSET 0)`)
  .select('m.model')
  .limit(MODELS_DELETED)

const deleteUnused = prepare((parameter: Parameters<{ models: string[] }>) =>
  query
    .deleteFrom('search_models as m')
    .where(sql<boolean>`m.model = ANY(${parameter('models')}::text[])`)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM listing_search s WHERE s.model = m.model)`),
)

const deleteTheirWords = prepare((parameter: Parameters<{ models: string[] }>) =>
  query
    .deleteFrom('search_words as w')
    .where(
      sql<boolean>`w.word IN (SELECT unnest(string_to_array(model, ' ')) FROM unnest(${parameter('models')}::text[]) AS model)`,
    )
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM search_models m WHERE search_model_words(m.model) @@ quote_literal(w.word)::tsquery)`,
    ),
)

/** A model that somebody is posting is locked by them, and stays. Whoever posts one meanwhile waits for these statements. */
async function deleteModels(database: Database): Promise<void> {
  await database.$transaction(async tx => {
    const isLocked = sql<boolean>`pg_try_advisory_xact_lock(search_model_lock(m.model))`
    const locked = await run(tx, query.selectFrom(unusedModels.as('m')).where(isLocked).select('m.model'))
    // A second statement sees what was posted before the lock.
    if (locked.length === 0) return
    const models = locked.map(({ model }) => model)
    await deleteUnused(tx, { models })
    await deleteTheirWords(tx, { models })
  })
}

/** The models of the last posts of trusted sellers. */
const newModels = query
  .selectFrom(
    query
      .selectFrom('listing_search as s')
      .where(isTrusted('s.seller_id'))
      .orderBy('s.posted_at', 'desc')
      .orderBy('s.listing_id', 'desc')
      .select('s.model')
      .limit(LISTINGS_READ)
      .as('s'),
  )
  .select('s.model')
  .distinct()

/** Counts trusted sellers of models `m` that meet a condition. */
const sellersOf = (condition: ReturnType<typeof sql<boolean>>) => {
  const posts = query
    .selectFrom('search_models as m')
    .innerJoin('listing_search as s', 's.model', 'm.model')
    .where(condition)
    .select('s.seller_id')
    .limit(LISTINGS_COUNTED)
  // Each seller is looked up once.
  const sellers = query.selectFrom(posts.as('s')).groupBy('s.seller_id').having(isTrusted('s.seller_id'))
  return query.selectFrom(sellers.select('s.seller_id').as('s')).select(sql<number>`count(*)::int`.as('sellers'))
}

const words = sql<{ word: string }>`unnest(string_to_array(s.model, ' '))`.as<'words'>(sql`words(word)`)
const newWords = query
  .selectFrom(newModels.as('s'))
  .innerJoinLateral(words, join => join.onTrue())
  .where(sql<boolean>`length(word) BETWEEN ${sql.lit(WORD_MIN)} AND ${sql.lit(WORD_MAX)}`)
  .where(sql<boolean>`NOT EXISTS (SELECT FROM search_words w WHERE w.word = words.word)`)
  .select('words.word')
  .distinct()
const oldWords = query
  .selectFrom('search_words')
  .where('checked_at', '<', ago('1 hour'))
  .orderBy('checked_at')
  .select('word')
  .limit(WORDS_CHECKED)

const countWords = query
  .with(
    cte => cte('counted').materialized(),
    db =>
      db
        .selectFrom(newWords.unionAll(({ parens }) => parens(oldWords)).as('w'))
        .select('w.word')
        .select(sellersOf(sql<boolean>`search_model_words(m.model) @@ quote_literal(w.word)::tsquery`).as('sellers')),
  )
  .with('deleted', db =>
    db
      .deleteFrom('search_words')
      .where(
        ({ selectFrom }) =>
          sql<boolean>`word IN ${selectFrom('counted').where('sellers', '<', COMMON_MIN).select('word')}`,
      ),
  )
  .insertInto('search_words')
  .columns(['word', 'sellers', 'checked_at'])
  .expression(db =>
    db
      .selectFrom('counted')
      .where('sellers', '>=', COMMON_MIN)
      .select(['word', 'sellers', now.as('at')]),
  )
  .onConflict(conflict =>
    conflict.column('word').doUpdateSet(({ ref }) => ({ sellers: ref('excluded.sellers'), checked_at: now })),
  )

/** The spelling of a model `m` that most sellers use. */
const usualName = query
  .selectFrom('listing_search as s')
  .innerJoin('listings as l', 'l.id', 's.listing_id')
  .where(sql<boolean>`s.model = m.model`)
  .where(isTrusted('s.seller_id'))
  .groupBy('l.product_name')
  .orderBy(sql`count(DISTINCT s.seller_id)`, 'desc')
  .orderBy('l.product_name')
  .select('l.product_name')
  .limit(1)

const someCommon = query
  .selectFrom('search_models')
  .where('is_common', '=', true)
  .orderBy(sql`random()`)
  .select('model')
  .limit(MODELS_CHECKED)

const countModels = query
  .with(
    cte => cte('counted').materialized(),
    db =>
      db
        .selectFrom(
          newModels
            .where(sql<boolean>`s.model NOT IN (SELECT model FROM search_models WHERE is_common)`)
            .union(({ parens }) => parens(someCommon))
            .as('c'),
        )
        .select(['c.model', sellersOf(sql<boolean>`m.model = c.model`).as('sellers')]),
  )
  .updateTable('search_models as m')
  .from('counted as c')
  .whereRef('m.model', '=', 'c.model')
  .where(sql<boolean>`m.is_common <> (c.sellers >= ${sql.lit(COMMON_MIN)})`)
  .set({ is_common: sql<boolean>`NOT m.is_common`, name: sql<string>`coalesce((${usualName}), m.name)` })
