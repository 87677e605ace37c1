import { conditions } from '@second-ring/contracts/listings/listing'
import type { SearchFacetsInput } from '@second-ring/contracts/search/facets'
import { type Database, poolOf } from '@second-ring/database'
import { askedValues, type Reach, type Said } from './asked-parts.ts'
import { type FacetsShape, facetsStatement, failing } from './facets-statement.ts'
import { type Facet, facets, type Tally } from './tally.ts'

interface Row {
  isAll: boolean
  /** Null when there are none. */
  packed: string | null
  places: { location: string; count: number; verified: number }[] | null
  categories: { id: string; name: string; count: number }[] | null
}

/** What most searches need to look at, and what most others do: how many are counted, and among how many they are found. */
const near: Look = { ofModels: 200, ofAll: 3000, step: 20 }
export const far: Look = { ofModels: 2500, ofAll: 15_000, step: 10 }

interface Look extends Reach {
  /** Least numbers are told in steps of this; fewer are not told. */
  step: number
}

/**
 * Counts all facets among a few hundred of the listings that hold the words, in one statement.
 * @returns null when so few of these match that only a longer look tells how many there are
 */
export async function countAtOnce(
  database: Database,
  input: SearchFacetsInput,
  said: Said,
  look: Look = near,
): Promise<Tally | null> {
  const statement = statementOf({
    hasWords: said.words !== '',
    inCategory: input.categoryId !== undefined,
    isLocated: said.place !== '',
    verifiedOnly: input.verifiedOnly,
  })
  const { rows } = await poolOf(database).query<Row>({ ...statement, values: askedValues(input, said, look) })
  const [row] = rows
  if (!row) throw new Error('A statement without a condition gave no row')
  const { isAll, packed, places, categories } = row
  const counts = new Map<Facet, Map<string, number>>(facets.map(facet => [facet, new Map()]))
  const add = (facet: Facet, value: string, count = 1) => {
    const values = counts.get(facet)
    values?.set(value, (values.get(value) ?? 0) + count)
  }
  let total = 0
  for (const text of packed === null ? [] : packed.split(',')) {
    const code = Number(text)
    const failed = code >> 16
    if (failed === 0) total += 1
    if (failed === 0 || failed === failing.condition) add('condition', conditions[(code >> 12) & 15] ?? '')
    if (failed === 0 || failed === failing.price) add('price', `${(code >> 8) & 15}`)
    if (failed === 0 || failed === failing.years) add('years', `${code & 255}`)
  }
  if (!isAll && total < look.step) return null
  for (const { location, count, verified } of places ?? []) {
    if (count > 0) add('location', location, count)
    if (verified > 0) add('verified', 'true', verified)
  }
  for (const { id, count } of categories ?? []) add('category', id, count)
  const entries = [...counts].map(([facet, values]) => {
    return [facet, { values: [...values].map(([value, count]) => ({ value, count })), capped: !isAll }] as const
  })
  return {
    total: isAll ? total : total - (total % look.step),
    capped: !isAll,
    facets: Object.fromEntries(entries) as Tally['facets'],
    categories: categories ?? [],
  }
}

const statements = new Map<string, { name: string; text: string }>()

function statementOf(shape: FacetsShape): { name: string; text: string } {
  const { hasWords, inCategory, isLocated, verifiedOnly } = shape
  const name = `facets-${[hasWords, inCategory, isLocated, verifiedOnly].map(Number).join('')}`
  const known = statements.get(name) ?? { name, text: facetsStatement(shape) }
  statements.set(name, known)
  return known
}
