import { YEARS_USED_MAX } from '@second-ring/contracts/limits'
import { conditions as allConditions } from '@second-ring/contracts/listings/listing'
import type { SearchFilters } from '@second-ring/contracts/search/filters'
import { askPlace, askWords } from './ask-words.ts'

/** What was said, as `readWords` gives it; empty where nothing is asked for. */
export interface Said {
  words: string
  place: string
  /** When no name holds all words: the forms of those that names do hold. */
  inNames?: ReadonlySet<string> | undefined
}

/** How many models are read model by model; more are as good as everything. */
export const MODELS_MAX = 64
/** Above every price: the largest number that the column holds. */
export const PRICE_END = 2_147_483_647
/** Of so many of the newest listings so few hold what is rare. */
const SAMPLE = 256
const FREQUENT = 2

/**
 * What is asked, in a row of its own: a plan that knows none of it is as good as one that does, and is kept with its name.
 * The first parameters are {@link askedValues}.
 */
export const askedColumns = `$1::uuid AS category, $2::condition[] AS conditions, $3::int AS min_cents, $4::int AS max_cents,
  $5::int AS min_years, $6::int AS max_years, $7::tsquery AS located, $8::text AS words, $9::tsquery AS named,
  $10::tsquery AS anywhere, $11::tsquery AS outside, $12::tsquery AS partly, $13::int AS of_models, $14::int AS of_all`

/** How many rows in order are looked at: of all models together, and of all that is for sale. */
export interface Reach {
  ofModels: number
  ofAll: number
}

export function askedValues(
  filters: Omit<SearchFilters, 'text' | 'location'>,
  { words, place, inNames }: Said,
  { ofModels, ofAll }: Reach,
): unknown[] {
  const { named, anywhere, outside, partly } = askWords(words, inNames)
  return [
    filters.categoryId ?? null,
    filters.conditions.length > 0 ? filters.conditions : allConditions,
    filters.minPriceCents ?? 0,
    filters.maxPriceCents ?? PRICE_END,
    filters.minYearsUsed ?? 0,
    filters.maxYearsUsed ?? YEARS_USED_MAX,
    askPlace(place),
    words,
    named,
    anywhere,
    outside,
    partly,
    ofModels,
    ofAll,
  ]
}

/** Something that is asked. */
export const asked = (column: string) => `(SELECT ${column} FROM asked)`

export const isOfCondition = `s.condition = ANY (${asked('conditions')}::condition[])`
export const isOfPrice = `s.price_cents BETWEEN ${asked('min_cents')} AND ${asked('max_cents')}`
export const isOfYears = `s.years_used BETWEEN ${asked('min_years')} AND ${asked('max_years')}`

/** The models that the words name, and how many rows of each are looked at; 0 when there are no models or too many. */
export function modelsOf(rank: string): string {
  return `models AS MATERIALIZED (
    SELECT model, ${rank} AS rank FROM search_models WHERE search_model_words(model) @@ ${asked('named')}
    LIMIT ${MODELS_MAX + 1}
  ), share AS MATERIALIZED (
    SELECT count(*) AS models,
      CASE WHEN count(*) BETWEEN 1 AND ${MODELS_MAX} THEN ceil(${asked('of_models')} / count(*)::float)::int ELSE 0 END AS rows
    FROM models
  )`
}

/** Whether few listings hold a word outside their name, as far as a sample tells; looked at where the gate is open. */
export function isRare(gate: string): string {
  return `(SELECT count(*) < ${FREQUENT} FROM (
      SELECT search FROM listing_search s ORDER BY s.posted_at DESC, s.listing_id DESC LIMIT ${SAMPLE}
    ) AS s WHERE ${gate} AND s.search @@ ${asked('outside')})`
}

/** That a listing holds all words, but not in its name; as one truth, so that only what is rare of it is asked of an index. */
export function isSpoken(more: string): string {
  return `s.search @@ ${asked('outside')}
      AND (s.search @@ ${asked('anywhere')} AND NOT s.search @@ ${asked('named')} AND ${more}) IS TRUE`
}
