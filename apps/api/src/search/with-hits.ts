import { type Parameters, query } from '@second-ring/database'
import { sql } from 'kysely'
import type { HitsGiven, Shape } from './find-hits.ts'
import { hitOrders } from './hit-order.ts'
import { hitColumns, partsOf, SAMPLE, type Scan, selectParsed } from './hit-parts.ts'

/** What hardly any of these hold is rare. */
const FREQUENT = 2

/**
 * The first hits as the CTE `page`: `rank`, `listing_id` and what they are sorted by. A hit's rank says how near its title is
 * to the text: the title is the text (0); it holds all words that titles ever do (1); the words are elsewhere too (2).
 *
 * - Of few models, each one's rows are read in order from an index, and merged (`of_models`).
 * - Other hits, with the words in their titles (`titles`) or matched outside the title (`others`), are scanned along the
 *   order's index where a sample says that the scan limit is enough.
 * - When it is not, all of them are gathered by the words' index, and sorted.
 *
 * Every parameter is read by a subquery, so that one plan serves all searches of a shape.
 */
export function withHits(shape: Shape, parameter: Parameters<HitsGiven>) {
  const { sort } = shape
  const { column, direction } = hitOrders[sort]
  const parts = partsOf(shape, parameter)
  const { everywhere, parsed, words, limit } = parts
  const titles: Scan = {
    name: 'titles',
    rank: 1,
    isOpen: sql`(SELECT NOT is_few FROM scope) AND ${parsed('in_title')} IS NOT NULL`,
    query: parsed('in_title'),
    matches: sql`s.search @@ ${parsed('in_title')} AND s.model <> ${words}`,
  }
  const others: Scan = {
    name: 'others',
    rank: 2,
    isOpen: sort === 'relevance' ? sql`(SELECT count(*) < ${limit} FROM named)` : sql`true`,
    // What is rare of the words alone: their index would gather all of a frequent one.
    query: sql`CASE WHEN (SELECT outside < ${sql.lit(FREQUENT)} FROM sample) THEN ${parsed('outside')}
      ELSE ${everywhere} && ${parsed('outside')} END`,
    matches: shape.hasQuery
      ? sql`s.search @@ ${everywhere} AND (s.search @@ ${parsed('in_title')}) IS NOT TRUE`
      : sql`true`,
  }
  return query
    .with('parsed', () => selectParsed(parameter))
    .with('models', db =>
      db
        .selectFrom('search_models')
        .where(sql<boolean>`search_model_words(model) @@ (SELECT of_models FROM parsed)`)
        .select(['model', sql<number>`(model <> ${words})::int`.as('rank')])
        .limit(sql<number>`${parameter('modelsMax')}::int + 1`),
    )
    .with('scope', db =>
      db
        .selectFrom('models')
        .select(
          sql<boolean>`(SELECT of_models FROM parsed) IS NOT NULL AND count(*) <= ${parameter('modelsMax')}::int`.as(
            'is_few',
          ),
        ),
    )
    .with('few', db =>
      db
        .selectFrom('models')
        .where(sql<boolean>`(SELECT is_few FROM scope)`)
        .selectAll()
        // Of many the one that is named by the whole text.
        .unionAll(
          query
            .selectNoFrom([words.as('model'), sql<number>`0`.as('rank')])
            .where(sql<boolean>`(SELECT NOT is_few FROM scope) AND ${words} <> ''`),
        ),
    )
    .with('of_models', () => parts.selectOfModels())
    .with('sample', () =>
      query
        .selectFrom(
          query
            .selectFrom('listing_search as s')
            .orderBy('s.posted_at', 'desc')
            .orderBy('s.listing_id', 'desc')
            .selectAll('s')
            .limit(sql.lit(SAMPLE))
            .as('s'),
        )
        .select([
          sql<number>`count(*) FILTER (WHERE s.search @@ ${parsed('outside')})`.as('outside'),
          sql<number>`count(*) FILTER (WHERE ${titles.matches} AND ${parts.passes})`.as('titles'),
          sql<number>`count(*) FILTER (WHERE ${others.matches} AND ${parts.passes})`.as('others'),
        ]),
    )
    .with('titles_mode', () => parts.selectMode(titles))
    .with('titles', () => parts.selectScanned(titles))
    .with('titles_gathered', () => parts.selectGathered(titles))
    .with('named', db =>
      db
        .selectFrom('of_models')
        .selectAll()
        .unionAll(db.selectFrom('titles').selectAll())
        .unionAll(db.selectFrom('titles_gathered').selectAll()),
    )
    .with('others_mode', () => parts.selectMode(others))
    .with('others', () => parts.selectScanned(others))
    .with('others_gathered', () => parts.selectGathered(others))
    .with('page', db =>
      db
        .selectFrom(
          db
            .selectFrom('named')
            .selectAll()
            .unionAll(db.selectFrom('others').selectAll())
            .unionAll(db.selectFrom('others_gathered').selectAll())
            .as('s'),
        )
        .select(hitColumns)
        .select(sort === 'relevance' ? 's.rank' : sql<number>`0`.as('rank'))
        .orderBy('rank')
        .orderBy(`s.${column}`, direction)
        .orderBy('s.listing_id', direction)
        .limit(limit),
    )
}
