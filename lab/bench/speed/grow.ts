import { encodeCursor } from '@second-ring/api/platform/keyset'
import { type Bench, inTurn, roundsOf, type Site, type Target } from './bench.ts'
import { contender } from './compare.ts'
import { medianOf, medianRatio, type Statistics } from './measure.ts'
import { query, type Scenario } from './scenarios.ts'

/** What a request of the product costs without its cache. */
export interface Cost {
  scenario: string
  where: string
  figures: Statistics
}

export interface Grown {
  rows: Cost[]
  targets: Target[]
}

const GROWTH_MAX = 1.3
const FAR_MAX = 1.2

/** The processor's time and the database's together: what does not depend on how busy the machine is. */
const costOf = ({ cpuMs, databaseMs }: Statistics) => cpuMs + databaseMs

/** The cost of a read in the smallest and the largest catalogue, and in those between. */
export async function compareSizes(bench: Bench, sites: Site[], of: (site: Site) => Scenario): Promise<Grown> {
  const named = sites.map(site => ({ site, name: `${site.size.toLocaleString('en')} listings` }))
  const contenders = named.map(({ site, name }) => contender(name, site, site.read, of(site).rpc.product))
  const figures = await inTurn(bench, contenders)
  const [smallest, largest] = [named.at(0), named.at(-1)]
  if (!smallest || !largest) throw new Error('There are no catalogues to compare')
  const { title } = of(smallest.site)
  const measured = medianRatio(roundsOf(figures, largest.name), roundsOf(figures, smallest.name), costOf)
  const what = `${title}, ${largest.name} by ${smallest.name}, cost a request`
  return { rows: costs(title, figures), targets: [{ what, measured, limit: GROWTH_MAX, kind: 'at most', unit: '×' }] }
}

/** The cost of a page far down a category by that of the first. */
export async function compareDepth(bench: Bench, site: Site): Promise<Grown> {
  const { categories, farPage } = site.subjects
  const categoryId = categories[0]?.id ?? ''
  const cursor = encodeCursor(['category', categoryId], farPage)
  const page = (input: object) => [{ path: query('listings.byCategory', { categoryId, ...input }) }]
  const [first, far] = ['page 1', `page ${farPage.number.toLocaleString('en')}`]
  const contenders = [contender(first, site, site.read, page({})), contender(far, site, site.read, page({ cursor }))]
  const figures = await inTurn(bench, contenders)
  const measured = medianRatio(roundsOf(figures, far), roundsOf(figures, first), costOf)
  const what = `Category, ${far} by ${first}, cost a request`
  return { rows: costs('Category', figures), targets: [{ what, measured, limit: FAR_MAX, kind: 'at most', unit: '×' }] }
}

function costs(scenario: string, figures: Map<string, Statistics[]>): Cost[] {
  return [...figures].map(([where, rounds]) => ({ scenario, where, figures: medianOf(rounds) }))
}
