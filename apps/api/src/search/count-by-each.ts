import { COUNTED_MAX, PRICE_STEPS_CENTS, type SearchFacetsInput } from '@second-ring/contracts/search/facets'
import { type Database, Prisma, poolOf } from '@second-ring/database'
import { all, asksFor, inCategory, matching } from './matching.ts'
import { newestFirst } from './search-order.ts'
import { type Facet, facets, type Tally } from './tally.ts'
import { type Question, understandText } from './understand-text.ts'

interface Counted {
  facet: Facet | 'total'
  value: string
  count: number
}

/** How many of the newest listings are walked before all matches are gathered by their own indexes. */
const WALK_MAX = 3000
const categoryNames = { name: 'search-categories', text: 'SELECT id, name FROM categories WHERE retired_at IS NULL' }
/** One more than is told, so as to know that there are more. */
const LOOKED_AT = COUNTED_MAX + 1

/** Counts by searching once for all filters, and once more without each that is chosen: for what few listings match. */
export async function countByEach(database: Database, input: SearchFacetsInput): Promise<Tally> {
  const question = await understandText(database, input)
  // Facets that nothing is chosen of are counted among the same matches: those of all filters.
  const chosen = chosenFacets(input)
  const [whole = [], ...others] = await Promise.all(
    [null, ...chosen].map(facet => countAmong(database, question, without(input, facet))),
  )
  const tally = (facet: Facet) => {
    const counted = others[chosen.indexOf(facet)] ?? whole
    const values = counted.filter(row => row.facet === facet).map(({ value, count }) => ({ value, count }))
    return { values, capped: totalOf(counted).capped }
  }
  const { rows: categories } = await poolOf(database).query<Tally['categories'][number]>(categoryNames)
  const { count: total, capped } = totalOf(whole)
  const entries = facets.map(facet => [facet, tally(facet)] as const)
  return { total, capped, facets: Object.fromEntries(entries) as Tally['facets'], categories }
}

function totalOf(counted: Counted[]): { count: number; capped: boolean } {
  const count = counted.find(row => row.facet === 'total')?.count ?? 0
  return { count: Math.min(count, COUNTED_MAX), capped: count > COUNTED_MAX }
}

function chosenFacets(input: SearchFacetsInput): Facet[] {
  const isChosen: Record<Facet, boolean> = {
    category: input.categoryId !== undefined,
    condition: input.conditions.length > 0,
    price: input.minPriceCents !== undefined || input.maxPriceCents !== undefined,
    years: input.minYearsUsed !== undefined || input.maxYearsUsed !== undefined,
    location: input.location !== '',
    verified: input.verifiedOnly,
  }
  return (Object.keys(isChosen) as Facet[]).filter(facet => isChosen[facet])
}

/** The search without one facet's own filter. */
function without(input: SearchFacetsInput, facet: Facet | null): SearchFacetsInput {
  const { categoryId, minPriceCents, maxPriceCents, minYearsUsed, maxYearsUsed, ...rest } = input
  return {
    ...rest,
    ...(facet !== 'category' && { categoryId }),
    ...(facet !== 'price' && { minPriceCents, maxPriceCents }),
    ...(facet !== 'years' && { minYearsUsed, maxYearsUsed }),
    ...(facet === 'condition' && { conditions: [] }),
    ...(facet === 'location' && { location: '' }),
    ...(facet === 'verified' && { verifiedOnly: false }),
  }
}

async function countAmong(database: Database, question: Question, input: SearchFacetsInput): Promise<Counted[]> {
  const { words, models, anywhere, named, spoken, located } = question
  const indexed = inCategory(input.categoryId)
  const filters = [...(input.location === '' ? [] : [asksFor(located)]), ...matching(input)]
  if (words !== '' && models) {
    const rest = all([...indexed, ...filters])
    return countOf(
      database,
      Prisma.sql`
        SELECT s.* FROM unnest(${models}::text[]) AS one(model) CROSS JOIN LATERAL (
          SELECT * FROM listing_search s WHERE s.model = one.model AND (${rest}) IS TRUE LIMIT ${LOOKED_AT}
        ) AS s
        UNION ALL
        SELECT * FROM listing_search s WHERE ${asksFor(spoken)} AND NOT ${asksFor(named)} AND ${rest}`,
    )
  }
  const wanted = [...(words === '' ? [] : [asksFor(anywhere)]), ...filters]
  const newest = Prisma.sql`
    SELECT * FROM (
      SELECT * FROM listing_search s WHERE ${all(indexed)} ORDER BY ${newestFirst.by} LIMIT ${WALK_MAX}
    ) AS s WHERE ${all(wanted)}`
  const counted = await countOf(database, newest)
  if (wanted.length === 0 || totalOf(counted).capped) return counted
  return countOf(database, Prisma.sql`SELECT * FROM listing_search s WHERE ${all([...indexed, ...wanted])}`)
}

/** Counts the first of these matches. */
function countOf(database: Database, matches: Prisma.Sql): Promise<Counted[]> {
  return database.$queryRaw<Counted[]>`
    WITH s AS MATERIALIZED (
      SELECT s.category_id::text AS category, s.condition, s.years_used AS years, s.location,
        width_bucket(s.price_cents, ${[...PRICE_STEPS_CENTS]}::int[]) AS price,
        (SELECT u.verified_at IS NOT NULL FROM users u WHERE u.id = s.seller_id) AS verified
      FROM (${matches} LIMIT ${LOOKED_AT}) AS s
    )
    SELECT CASE
        WHEN GROUPING(category) = 0 THEN 'category' WHEN GROUPING(condition) = 0 THEN 'condition'
        WHEN GROUPING(price) = 0 THEN 'price' WHEN GROUPING(years) = 0 THEN 'years'
        WHEN GROUPING(location) = 0 THEN 'location' WHEN GROUPING(verified) = 0 THEN 'verified'
        ELSE 'total' END AS facet,
      coalesce(category, condition::text, price::text, years::text, location, verified::text, '') AS value,
      count(*)::int AS count
    FROM s
    GROUP BY GROUPING SETS ((category), (condition), (price), (years), (location), (verified), ())
    ORDER BY facet, CASE WHEN GROUPING(location) = 0 THEN -count(*) END, condition, price, years, location, category`
}
