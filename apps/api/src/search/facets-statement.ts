import { conditions } from '@second-ring/contracts/listings/listing'
import { PRICE_STEPS_CENTS } from '@second-ring/contracts/search/facets'
import {
  asked,
  askedColumns,
  isOfCondition,
  isOfPrice,
  isOfYears,
  isRare,
  isSpoken,
  MODELS_MAX,
  modelsOf,
} from './asked-parts.ts'

/** What makes one statement another; of each a connection prepares one. */
export interface FacetsShape {
  hasWords: boolean
  inCategory: boolean
  isLocated: boolean
  verifiedOnly: boolean
}

/** The filters that a listing may fail, as bits; what fails one is counted for that facet alone. */
export const failing = { category: 1, condition: 2, price: 4, years: 8, location: 16, verified: 32 } as const
type Filter = keyof typeof failing

/**
 * The statement that counts all facets among the same few listings, of which those matter that match all filters or all but
 * one. It answers one row: each listing's failed filter, condition, price range and years as `packed`; `places` and
 * `categories` with their counts; and whether these are all that hold the words (`isAll`).
 */
export function facetsStatement(shape: FacetsShape): string {
  const { inCategory, isLocated, verifiedOnly } = shape
  const bitOf = (filter: Filter, matches: string) => `CASE WHEN ${matches} THEN 0 ELSE ${failing[filter]} END`
  const told = [
    bitOf('condition', isOfCondition),
    bitOf('price', isOfPrice),
    bitOf('years', isOfYears),
    ...(inCategory ? [bitOf('category', `s.category_id = ${asked('category')}`)] : []),
  ]
  const looked = [
    ...(isLocated ? [bitOf('location', `h.search @@ ${asked('located')}`)] : []),
    ...(verifiedOnly ? [bitOf('verified', 'u.verified_at IS NOT NULL')] : []),
  ]
  const among = (filter: Filter) => `s.failed IN (0, ${failing[filter]})`
  // Where only listings that match all filters are looked up, the others are counted as they are.
  const counted = looked.length > 0 ? 'held' : 'close'
  return `WITH asked AS MATERIALIZED (SELECT ${askedColumns}), ${shape.hasWords ? ofWords(shape) : ofAll(shape)},
  close AS MATERIALIZED (
    SELECT * FROM (SELECT s.*, ${told.join(' + ')} AS failed FROM found s OFFSET 0) AS s WHERE ${failsOneAtMost}
  ), held AS MATERIALIZED (
    SELECT * FROM (
      SELECT s.category_id, s.condition, s.price_cents, s.years_used, h.location, u.verified_at IS NOT NULL AS is_verified,
        ${['s.failed', ...looked].join(' + ')} AS failed
      FROM close s CROSS JOIN LATERAL (SELECT * FROM listing_search h WHERE h.listing_id = s.listing_id OFFSET 0) AS h
        CROSS JOIN LATERAL (SELECT u.verified_at FROM users u WHERE u.id = h.seller_id OFFSET 0) AS u
      ${looked.length > 0 ? '' : 'WHERE s.failed = 0'} OFFSET 0
    ) AS s WHERE ${failsOneAtMost}
  )
  SELECT (SELECT is_all FROM scope) AS "isAll", (
      SELECT string_agg(((s.failed << 16) + (${conditionCode} << 12) + (${priceCode} << 8) + s.years_used)::text, ',') FROM ${counted} s
    ) AS packed, (
      SELECT json_agg(p) FROM (
        SELECT s.location, count(*) FILTER (WHERE ${among('location')}) AS count,
          count(*) FILTER (WHERE s.is_verified AND ${among('verified')}) AS verified
        FROM held s GROUP BY s.location
      ) AS p
    ) AS places, (
      SELECT json_agg(c) FROM (
        SELECT c.id, c.name, coalesce(n.count, 0) AS count FROM categories c LEFT JOIN (
          SELECT s.category_id, count(*) AS count FROM ${counted} s WHERE ${among('category')} GROUP BY 1
        ) AS n ON n.category_id = c.id WHERE c.retired_at IS NULL
      ) AS c
    ) AS categories`
}

const failsOneAtMost = '(s.failed & (s.failed - 1)) = 0'
const conditionCode = `CASE s.condition ${conditions.map((name, code) => `WHEN '${name}' THEN ${code}`).join(' ')} END`
const priceCode = `width_bucket(s.price_cents, '{${PRICE_STEPS_CENTS.join()}}'::int[])`

const columns = 's.listing_id, s.category_id, s.condition, s.price_cents, s.years_used'
const newest = 's.posted_at DESC, s.listing_id DESC'

/** The newest of the category, and beside them the newest of others, for how many these have. */
function walkOf({ inCategory }: FacetsShape, of: (where: string) => string): string {
  if (!inCategory) return of('')
  return `(${of(`s.category_id = ${asked('category')}`)}) UNION ALL (${of(`s.category_id <> ${asked('category')}`)})`
}

function ofAll(shape: FacetsShape): string {
  const walk = (where: string) =>
    `SELECT ${columns} FROM listing_search s WHERE ${where || 'true'} ORDER BY ${newest} LIMIT ${asked('of_models')}`
  return `found AS MATERIALIZED (${walkOf(shape, walk)}),
  scope AS MATERIALIZED (SELECT count(*) < ${asked('of_models')} AS is_all FROM found)`
}

function ofWords(shape: FacetsShape): string {
  const walk = (where: string) => `SELECT ${columns} FROM (
      SELECT * FROM listing_search s
      WHERE (SELECT near FROM scan)${where && ` AND ${where}`}
      ORDER BY ${newest} LIMIT ${asked('of_all')}
    ) AS s WHERE s.search @@ ${asked('anywhere')} LIMIT ${asked('of_models')}`
  return `${modelsOf('0')}, walked AS MATERIALIZED (
    SELECT s.* FROM models m CROSS JOIN LATERAL (
      SELECT row_number() OVER (ORDER BY ${newest}) AS nth, ${columns} FROM listing_search s
      WHERE s.model = m.model ORDER BY ${newest} LIMIT (SELECT rows FROM share)
    ) AS s
  ), whole AS MATERIALIZED (
    SELECT (SELECT models BETWEEN 1 AND ${MODELS_MAX} FROM share)
      AND NOT EXISTS (SELECT FROM walked s WHERE s.nth = (SELECT rows FROM share)) AS named
  ), rare AS MATERIALIZED (
    SELECT (SELECT named FROM whole) AND ${isRare('(SELECT named FROM whole)')} AS spoken
  ), spoken AS MATERIALIZED (
    SELECT ${columns} FROM listing_search s WHERE (SELECT spoken FROM rare) AND ${isSpoken('true')} LIMIT ${asked('of_models')}
  ), scan AS MATERIALIZED (
    SELECT models NOT BETWEEN 1 AND ${MODELS_MAX} OR (SELECT named FROM whole) AND NOT (SELECT spoken FROM rare) AS near
    FROM share
  ), near AS MATERIALIZED (${walkOf(shape, walk)}
  ), found AS (
    SELECT ${columns} FROM walked s WHERE NOT (SELECT near FROM scan)
    UNION ALL SELECT * FROM spoken UNION ALL SELECT * FROM near
  ), scope AS MATERIALIZED (
    SELECT CASE WHEN (SELECT near FROM scan)
      THEN (SELECT count(*) < ${asked('of_models')} FROM near) AND NOT EXISTS (
        SELECT FROM listing_search OFFSET ${asked('of_all')})
      ELSE (SELECT spoken FROM rare) AND (SELECT count(*) < ${asked('of_models')} FROM spoken) END AS is_all
  )`
}
