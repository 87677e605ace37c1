import { type Bench, inTurn, roundsOf, type Site, type Target } from './bench.ts'
import { type Comparison, contender } from './compare.ts'
import { medianOf, medianRatio } from './measure.ts'
import { searchesOf } from './scenarios.ts'

const CLIENTS = 8
const P95_MAX = 12

/** Searches, beside the bare server's read of one row by its key, with as many clients as are promised. */
export async function compareSearch(bench: Bench, site: Site): Promise<Comparison> {
  const few: Bench = { ...bench, options: { ...bench.options, connections: CLIENTS } }
  const byKey = 'bare, by primary key'
  const searches = searchesOf(site.subjects)
  const figures = await inTurn(few, [
    contender(byKey, site, site.bare, searches[0]?.rpc.bare ?? []),
    ...searches.map(({ title, rpc }) => contender(title, site, site.read, rpc.product)),
  ])
  const targets = searches.map(({ title }): Target => {
    const measured = medianRatio(roundsOf(figures, title), roundsOf(figures, byKey), ({ p95 }) => p95)
    return {
      what: `${title}, p95 by a primary key's, ${CLIENTS} clients`,
      measured,
      limit: P95_MAX,
      kind: 'at most',
      unit: '×',
    }
  })
  const rows = [...figures].map(([who, rounds]) => {
    return { scenario: `Search, ${CLIENTS} clients`, who, figures: medianOf(rounds), ratio: null }
  })
  return { rows, targets }
}
