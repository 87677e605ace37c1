import { conditions } from '@second-ring/contracts/listings/listing'
import {
  LOCATIONS_OFFERED,
  PRICE_STEPS_CENTS,
  type SearchFacets,
  type SearchFacetsInput,
} from '@second-ring/contracts/search/facets'
import type { Database } from '@second-ring/database'
import type { Platform } from '#platform/platform.ts'
import { askPlace } from './ask-words.ts'
import type { Said } from './asked-parts.ts'
import { correctWords } from './correct-words.ts'
import { countAtOnce, far } from './count-at-once.ts'
import { countByEach } from './count-by-each.ts'
import { readWords } from './read-words.ts'
import type { Facet, Tally } from './tally.ts'

/** Fewer matches than this are next to nothing: the words may be mistyped. */
const FEW = 3
const none: Tally = {
  total: 0,
  capped: false,
  facets: {
    category: { values: [], capped: false },
    condition: { values: [], capped: false },
    price: { values: [], capped: false },
    years: { values: [], capped: false },
    location: { values: [], capped: false },
    verified: { values: [], capped: false },
  },
  categories: [],
}

/**
 * How many listings there are of each value of each facet, among those that match all other filters. A few hundred are
 * counted at the most, so that the cost does not grow with what is found. Mistyped words are replaced as in the list.
 */
export async function countFacets({ database }: Platform, input: SearchFacetsInput): Promise<SearchFacets> {
  const said = { words: await readWords(database, input.text), place: await readWords(database, input.location) }
  const saysNothing = (input.text !== '' && said.words === '') || (input.location !== '' && askPlace(said.place) === '')
  if (saysNothing) return toFacets(none, null)
  const tally = await count(database, input, said)
  if (tally.total >= FEW || input.exact || said.words === '') return toFacets(tally, null)
  const correctedTo = await correctWords(database, said.words)
  if (correctedTo === null) return toFacets(tally, null)
  const corrected = await count(database, { ...input, text: correctedTo }, { ...said, words: correctedTo })
  return corrected.total > tally.total ? toFacets(corrected, correctedTo) : toFacets(tally, null)
}

async function count(database: Database, input: SearchFacetsInput, said: Said): Promise<Tally> {
  return (
    (await countAtOnce(database, input, said)) ??
    (await countAtOnce(database, input, said, far)) ??
    (await countByEach(database, input))
  )
}

function toFacets(tally: Tally, correctedTo: string | null): SearchFacets {
  const { total, capped, facets, categories } = tally
  const countIn = (facet: Facet, value: string) => facets[facet].values.find(row => row.value === value)?.count ?? 0
  const inOrder = (facet: Facet) =>
    facets[facet].values.toSorted((one, other) => Number(one.value) - Number(other.value))
  const offered = categories.map(({ id, name }) => ({ categoryId: id, name, count: countIn('category', id) }))
  const found = conditions.map(condition => ({ condition, count: countIn('condition', condition) }))
  const places = facets.location.values.toSorted((one, other) => {
    return other.count - one.count || one.value.localeCompare(other.value, 'en')
  })
  return {
    total,
    capped,
    correctedTo,
    categories: {
      // Where only some were counted, a category that none of them is of may have others.
      values: offered.filter(({ count }) => count > 0 || facets.category.capped),
      capped: facets.category.capped,
    },
    conditions: { values: found.filter(({ count }) => count > 0), capped: facets.condition.capped },
    prices: {
      values: inOrder('price').map(({ value, count }) => ({ ...rangeOf(Number(value)), count })),
      capped: facets.price.capped,
    },
    yearsUsed: {
      values: inOrder('years').map(({ value, count }) => ({ yearsUsed: Number(value), count })),
      capped: facets.years.capped,
    },
    locations: {
      values: places.slice(0, LOCATIONS_OFFERED).map(({ value, count }) => ({ location: value, count })),
      capped: facets.location.capped,
    },
    verified: { count: countIn('verified', 'true'), capped: facets.verified.capped },
  }
}

function rangeOf(step: number): { fromCents: number; toCents: number | null } {
  return { fromCents: PRICE_STEPS_CENTS[step - 1] ?? 0, toCents: PRICE_STEPS_CENTS[step] ?? null }
}
