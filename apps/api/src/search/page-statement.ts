import type { Sort } from '@second-ring/contracts/search/search-listings'
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
  PRICE_END,
} from './asked-parts.ts'

/** What makes one statement another; of each a connection prepares one. */
export interface PageShape {
  sort: Sort
  hasWords: boolean
  inCategory: boolean
  isLocated: boolean
  verifiedOnly: boolean
  /** Names hold some of the words: those of these names match that hold the others elsewhere. */
  isPartly: boolean
}

interface Order {
  column: string
  type: string
  direction: 'DESC' | 'ASC'
  /** Before every row. */
  start: string
}
const highest = `'ffffffff-ffff-ffff-ffff-ffffffffffff'`
const newest: Order = { column: 'posted_at', type: 'timestamptz', direction: 'DESC', start: `'infinity', ${highest}` }
const orders: Record<Sort, Order> = {
  relevance: newest,
  newest,
  'price-up': {
    column: 'price_cents',
    type: 'int',
    direction: 'ASC',
    start: `-1, '00000000-0000-0000-0000-000000000000'`,
  },
  'price-down': { column: 'price_cents', type: 'int', direction: 'DESC', start: `${PRICE_END}, ${highest}` },
}

const numbers = `${isOfCondition} AND ${isOfPrice} AND ${isOfYears}`

/** The filters of a row that is read as a whole. */
function filtersOf({ isLocated, verifiedOnly }: PageShape): string {
  const place = isLocated ? ` AND s.search @@ ${asked('located')}` : ''
  const seller = ' AND EXISTS (SELECT FROM users u WHERE u.id = s.seller_id AND u.verified_at IS NOT NULL OFFSET 0)'
  return `${numbers}${place}${verifiedOnly ? seller : ''}`
}

/** The filters of a row that was read from an index alone. */
function indexedFiltersOf({ inCategory }: PageShape): string {
  return `${numbers}${inCategory ? ` AND s.category_id = ${asked('category')}` : ''}`
}

/** Its other filters, for which more has to be read. */
function furtherFiltersOf({ isLocated, verifiedOnly, isPartly }: PageShape): string {
  if (!isLocated && !verifiedOnly && !isPartly) return 'true'
  const place = isLocated ? ` AND h.search @@ ${asked('located')}` : ''
  const others = isPartly ? ` AND h.search @@ ${asked('anywhere')}` : ''
  const sellers = verifiedOnly ? ' JOIN users u ON u.id = h.seller_id AND u.verified_at IS NOT NULL' : ''
  return `(SELECT true${place}${others} FROM listing_search h${sellers} WHERE h.listing_id = s.listing_id)`
}

/**
 * The statement that reads a page as cards at once, or tells that it cannot be sure of it (`done`): then it is a search for
 * what is rare, or for models and other words, and `findHits` is to look further.
 */
export function pageStatement(shape: PageShape): string {
  const order = orders[shape.sort]
  const by = (s: string) => `${s}.${order.column} ${order.direction}, ${s}.listing_id ${order.direction}`
  const isAfter = (s: string, place: string) =>
    `(${s}.${order.column}, ${s}.listing_id) ${order.direction === 'DESC' ? '<' : '>'} (${place})`
  const parts = { shape, order, by, isAfter }
  const found = shape.hasWords ? wordsOf(parts) : everythingOf(parts)
  return `WITH asked AS MATERIALIZED (
    SELECT ${askedColumns}, $15::int AS wanted, $16::int AS from_rank, $17::${order.type} AS from_place, $18::uuid AS from_id
  ), ${found}
  SELECT known.done, p.rank, l.* FROM state AS known LEFT JOIN (
    SELECT * FROM page WHERE (SELECT done FROM state) ORDER BY rank, ${by('page')} LIMIT ${asked('wanted')}
  ) AS p ON true LEFT JOIN LATERAL (
    SELECT l.id, l.category_id AS "categoryId", l.product_name AS "productName", l.images[1] AS image, l.condition,
      l.location, l.resale_price_cents AS "resalePriceCents", l.original_price_cents AS "originalPriceCents",
      l.years_used AS "yearsUsed", l.year_of_purchase AS "yearOfPurchase", l.seller_id AS "sellerId",
      l.seller_name AS "sellerName", u.verified_at IS NOT NULL AS "sellerVerified", l.posted_at AS "postedAt", l.state
    FROM listings l JOIN users u ON u.id = l.seller_id WHERE l.id = p.listing_id OFFSET 0
  ) AS l ON true ORDER BY p.rank, ${by('p')}`
}

interface Parts {
  shape: PageShape
  order: Order
  by: (s: string) => string
  isAfter: (s: string, place: string) => string
}

const hit = 's.listing_id, s.posted_at, s.price_cents'

interface Walk {
  rank: number
  from: string
  gate: string
}

/** The first of the rows in order that match. */
function walkOf({ shape, by, isAfter }: Parts, wanted: string, { rank, from, gate }: Walk): string {
  const category = shape.inCategory ? ` AND s.category_id = ${asked('category')}` : ''
  return `SELECT ${rank} AS rank, ${hit} FROM (
      SELECT * FROM listing_search s WHERE ${gate} AND ${isAfter('s', from)}${category}
      ORDER BY ${by('s')} LIMIT ${asked('of_all')}
    ) AS s WHERE ${wanted} ORDER BY ${by('s')} LIMIT ${asked('wanted')}`
}

function everythingOf(parts: Parts): string {
  const walk = { rank: 0, from: `${asked('from_place')}, ${asked('from_id')}`, gate: 'true' }
  return `page AS MATERIALIZED (${walkOf(parts, filtersOf(parts.shape), walk)}),
  state AS MATERIALIZED (SELECT (SELECT count(*) FROM page) = ${asked('wanted')} AS done)`
}

function wordsOf(parts: Parts): string {
  const { shape, order, by, isAfter } = parts
  const isRanked = shape.sort === 'relevance'
  const ofModels = shape.isPartly ? '2' : `CASE WHEN model = ${asked('words')} THEN 0 ELSE 1 END`
  const rank = isRanked ? ofModels : '0'
  const speaking = isRanked ? 3 : 0
  // Where a list goes on depends on the rank: those before are over, and those after have not begun.
  const [startPlace, startId] = order.start.split(', ')
  const from = (
    rank: string | number,
  ) => `CASE WHEN ${rank} = ${asked('from_rank')} THEN ${asked('from_place')} ELSE ${startPlace} END,
    CASE WHEN ${rank} = ${asked('from_rank')} THEN ${asked('from_id')} ELSE ${startId} END`
  const fromSpeaking = from(speaking)
  const byModels = '(SELECT spoken OR needless FROM rare)'
  // Without a rank all that match are in the order's index, whether a name holds the words or not.
  const isNear = isRanked
    ? `(SELECT models = 0 FROM share) AND NOT EXISTS (
        SELECT FROM search_models WHERE search_model_words(model) @@ ${asked('partly')})`
    : `NOT ${byModels}`
  const beyond = isRanked
    ? `s.rank < e.rank OR s.rank = e.rank AND NOT ${isAfter('s', `e.${order.column}, e.listing_id`)}`
    : `NOT ${isAfter('s', `e.${order.column}, e.listing_id`)}`
  const isFull = `(SELECT count(*) FROM hits) = ${asked('wanted')}`
  const isWhole = `(SELECT models BETWEEN 1 AND ${MODELS_MAX} FROM share)
    AND (${isFull} OR NOT EXISTS (SELECT FROM ends))`
  const mayBeSpoken = `(SELECT named FROM whole)${isRanked ? ` AND NOT ${isFull}` : ''}`
  const needsNoOthers = isRanked ? `(SELECT named FROM whole) AND ${isFull}` : 'false'
  const category = shape.inCategory ? ` AND s.category_id = ${asked('category')}` : ''
  const near = { rank: speaking, from: fromSpeaking, gate: isNear }
  return `${modelsOf(rank)}, walked AS MATERIALIZED (
    SELECT m.rank, ${hit}, s.nth = (SELECT rows FROM share) AS is_end, ${indexedFiltersOf(shape)} AS is_hit
    FROM models m CROSS JOIN LATERAL (
      SELECT row_number() OVER (ORDER BY ${by('s')}) AS nth, ${hit}, s.category_id, s.condition, s.years_used FROM listing_search s
      WHERE s.model = m.model AND m.rank >= ${asked('from_rank')}
        AND ${isAfter('s', from('m.rank'))}
      ORDER BY ${by('s')} LIMIT (SELECT rows FROM share)
    ) AS s
  ), ends AS MATERIALIZED (
    SELECT s.rank, ${hit} FROM walked s WHERE s.is_end ORDER BY s.rank, ${by('s')} LIMIT 1
  ), hits AS MATERIALIZED (
    SELECT s.rank, ${hit} FROM (
      SELECT s.rank, ${hit} FROM walked s LEFT JOIN ends e ON true
      WHERE s.is_hit AND (e.listing_id IS NULL OR ${beyond}) ORDER BY s.rank, ${by('s')} OFFSET 0
    ) AS s WHERE ${furtherFiltersOf(shape)} ORDER BY s.rank, ${by('s')} LIMIT ${asked('wanted')}
  ), whole AS MATERIALIZED (SELECT ${isWhole} AS named
  ), rare AS MATERIALIZED (
    SELECT ${mayBeSpoken} AND ${isRare(mayBeSpoken)} AS spoken, ${needsNoOthers} AS needless
  ), spoken AS MATERIALIZED (
    SELECT ${speaking} AS rank, ${hit} FROM listing_search s
    WHERE (SELECT spoken FROM rare) AND ${isSpoken(`${filtersOf(shape)}${category} AND ${isAfter('s', fromSpeaking)}`)}
  ), near AS MATERIALIZED (
    ${walkOf(parts, `s.search @@ ${asked('anywhere')} AND ${filtersOf(shape)}`, near)}
  ), state AS MATERIALIZED (
    SELECT ${byModels} OR (SELECT count(*) FROM near) = ${asked('wanted')} AS done
  ), page AS MATERIALIZED (
    SELECT * FROM hits WHERE ${byModels} UNION ALL SELECT * FROM spoken UNION ALL SELECT * FROM near
  )`
}
