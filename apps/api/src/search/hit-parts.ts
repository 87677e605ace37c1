import type { AttributeName } from '@second-ring/contracts/listings/attributes'
import { type Parameters, query } from '@second-ring/database'
import { type RawBuilder, sql } from 'kysely'
import { columnOf } from '#listings/listing-rows.ts'
import type { HitsGiven, Shape } from './find-hits.ts'
import { hitOrders } from './hit-order.ts'

/** How many of the newest listings tell how frequent words are. */
export const SAMPLE = 256

export const hitColumns = ['s.listing_id', 's.posted_at', 's.price_cents'] as const

/** A part of the hits that is scanned along the order's index, or gathered by the words' index. */
export interface Scan {
  name: 'titles' | 'others'
  rank: 1 | 2
  /** Whether any of it is needed. */
  isOpen: RawBuilder<boolean>
  /** The index is searched for it; all hits match it. */
  query: RawBuilder<string>
  matches: RawBuilder<boolean>
}

/**
 * Which words of the text titles ever hold: a query for a listing with these in its title and the others elsewhere
 * (`in_title`), one for a listing with one of these outside of it (`outside`); when titles hold all words, `of_models`.
 */
export function selectParsed(parameter: Parameters<HitsGiven>) {
  const terms = sql<{ in_title: string; outside: string }>`
    unnest(${parameter('inTitle')}::text[], ${parameter('outside')}::text[])`
  return query
    .selectFrom(
      query
        .selectFrom(terms.as<'term'>(sql`term(in_title, outside)`))
        .selectAll()
        .select(
          sql<boolean>`EXISTS (SELECT FROM search_models WHERE search_model_words(model) @@ in_title::tsquery)`.as(
            'is_held',
          ),
        )
        .as('term'),
    )
    .select([
      sql`CASE WHEN bool_and(is_held) THEN string_agg(in_title, ' & ')::tsquery END`.as('of_models'),
      sql`CASE WHEN bool_or(is_held) THEN concat_ws(' & ', string_agg(CASE WHEN is_held THEN in_title ELSE outside END, ' & '),
        nullif(${parameter('located')}, ''))::tsquery END`.as('in_title'),
      sql`coalesce(string_agg(outside, ' | ') FILTER (WHERE is_held), ${parameter('everywhere')})::tsquery`.as(
        'outside',
      ),
    ])
}

/** What the parts of a query of hits are made of: conditions, orders and limits. */
export function partsOf({ sort, hasQuery, inCategory, narrowed }: Shape, parameter: Parameters<HitsGiven>) {
  const { column, direction } = hitOrders[sort]
  const type = column === 'price_cents' ? sql`int` : sql`timestamptz`
  const less = direction === 'asc' ? sql`>` : sql`<`
  const everywhere = sql<string>`(SELECT ${parameter('everywhere')}::tsquery)`
  const words = sql<string>`(SELECT ${parameter('words')}::text)`
  const limit = sql<number>`(SELECT ${parameter('limit')}::int)`
  const scanLimit = sql<number>`(SELECT ${parameter('scanLimit')}::int)`
  const verifiedOnly = sql<boolean>`(SELECT ${parameter('verifiedOnly')}::boolean)`
  const parsed = (name: 'in_title' | 'outside') => sql<string>`(SELECT ${sql.ref(name)} FROM parsed)`
  const modeOf = ({ name }: Scan) => sql<string>`(SELECT mode FROM ${sql.table(`${name}_mode`)})`

  const located = sql<string>`(SELECT nullif(${parameter('located')}, '')::tsquery)`
  const isInCategory = inCategory
    ? sql<boolean>`s.category_id = (SELECT ${parameter('categoryId')}::uuid)`
    : sql<boolean>`true`
  const isOfPrice = sql<boolean>`s.price_cents BETWEEN (SELECT ${parameter('minPriceCents')}::int)
    AND (SELECT ${parameter('maxPriceCents')}::int)`
  const isOfNumbers = sql<boolean>`(${isInCategory} AND ${isOfPrice}
    AND s.condition = ANY ((SELECT ${parameter('conditions')}::condition[])::condition[])
    AND s.years_used BETWEEN (SELECT ${parameter('minYearsUsed')}::int) AND (SELECT ${parameter('maxYearsUsed')}::int))`
  const isOfRange = (name: AttributeName, index: number) => {
    const nth = sql.lit(index + 1)
    return sql<boolean>`${sql.ref(columnOf(name))} BETWEEN (SELECT (${parameter('minAttributes')}::int[])[${nth}])
      AND (SELECT (${parameter('maxAttributes')}::int[])[${nth}])`
  }
  const isOfAttributes =
    narrowed.length === 0
      ? sql<boolean>`true`
      : sql<boolean>`EXISTS (SELECT FROM listings l
          WHERE l.id = s.listing_id AND ${sql.join(narrowed.map(isOfRange), sql` AND `)} OFFSET 0)`
  const passes = sql<boolean>`(${isOfNumbers} AND (NOT ${verifiedOnly} OR EXISTS (
    SELECT FROM users u WHERE u.id = s.seller_id AND u.verified_at IS NOT NULL OFFSET 0)) AND ${isOfAttributes})`
  const isAfter = (rank: number) => sql<boolean>`(${sql.ref(`s.${column}`)}, s.listing_id) ${less} (
    (SELECT (${parameter('places')}::${type}[])[${sql.lit(rank + 1)}]),
    (SELECT (${parameter('ids')}::uuid[])[${sql.lit(rank + 1)}]))`

  const rowsAfter = (rank: number) =>
    query
      .selectFrom('listing_search as s')
      .where(isAfter(rank))
      .where(isInCategory)
      .orderBy(`s.${column}`, direction)
      .orderBy('s.listing_id', direction)

  const selectOfModels = () =>
    query
      .selectFrom(sql<{ model: string; rank: number }>`few`.as('m'))
      .innerJoinLateral(
        query
          .selectFrom('listing_search as s')
          .where(sql<boolean>`s.model = m.model`)
          .where(sql<boolean>`CASE m.rank WHEN 0 THEN ${isAfter(0)} ELSE ${isAfter(1)} END`)
          // As one truth: an index for one of these would give the rows out of order.
          .where(sql<boolean>`${isOfNumbers} IS TRUE`)
          .where(sql<boolean>`(NOT (SELECT ${parameter('fetchesRows')}::boolean) OR EXISTS (
            SELECT FROM listing_search h JOIN users u ON u.id = h.seller_id WHERE h.listing_id = s.listing_id
              AND (${located} IS NULL OR h.search @@ ${located}) AND (NOT ${verifiedOnly} OR u.verified_at IS NOT NULL)
            OFFSET 0))`)
          .where(isOfAttributes)
          .select(hitColumns)
          .orderBy(`s.${column}`, direction)
          .orderBy('s.listing_id', direction)
          .limit(limit)
          .as('s'),
        join => join.onTrue(),
      )
      .select(hitColumns)
      .select('m.rank')

  const selectMode = ({ name, isOpen }: Scan) =>
    query.selectNoFrom(
      sql<string>`CASE WHEN NOT (${isOpen}) THEN 'closed'
        WHEN (SELECT ${sql.ref(name)} FROM sample) * ${scanLimit} < ${limit} * ${sql.lit(SAMPLE)} THEN 'gather'
        ELSE 'scan' END`.as('mode'),
    )

  const selectScanned = (scan: Scan) =>
    query
      .selectFrom(
        rowsAfter(scan.rank)
          .selectAll('s')
          .limit(sql<number>`CASE ${modeOf(scan)} WHEN 'scan' THEN ${scanLimit} ELSE 0 END`)
          .as('s'),
      )
      .where(sql<boolean>`${scan.matches}`)
      .where(passes)
      .select(hitColumns)
      .select(sql<number>`${sql.lit(scan.rank)}::int`.as('rank'))
      .orderBy(`s.${column}`, direction)
      .orderBy('s.listing_id', direction)
      .limit(limit)

  const selectGathered = (scan: Scan) => {
    const isBeyond = sql<boolean>`EXISTS (${rowsAfter(scan.rank).select('s.listing_id').offset(scanLimit).limit(1)})`
    const isShort = sql<boolean>`(SELECT count(*) < ${limit} FROM ${sql.table(scan.name)}) AND ${isBeyond}`
    // As one truth: of a frequent value its index would give everything.
    const others = sql<boolean>`(${scan.matches} AND ${passes} AND ${isAfter(scan.rank)}) IS TRUE`
    return query
      .selectFrom('listing_search as s')
      .where(sql<boolean>`CASE ${modeOf(scan)} WHEN 'gather' THEN true WHEN 'scan' THEN ${isShort} ELSE false END`)
      .$if(hasQuery, rows => rows.where(sql<boolean>`s.search @@ (SELECT ${scan.query})`).where(others))
      .$if(!hasQuery, rows => rows.where(isInCategory).where(isOfPrice).where(isAfter(scan.rank)).where(others))
      .where(sql<boolean>`s.listing_id NOT IN (SELECT listing_id FROM ${sql.table(scan.name)})`)
      .select(hitColumns)
      .select(sql<number>`${sql.lit(scan.rank)}::int`.as('rank'))
      .limit(sql<number>`${parameter('enough')}::int`)
  }

  return { everywhere, words, limit, parsed, passes, selectOfModels, selectMode, selectScanned, selectGathered }
}
