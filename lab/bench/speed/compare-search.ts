import { type Bench, inTurn, roundsOf, type Site, type Target } from './bench.ts'
import { type Comparison, contender } from './compare.ts'
import { medianOf, medianRatio } from './measure.ts'
import { searchesOf } from './scenarios.ts'

const CLIENTS = 8
const P95_MAX = 12

/**
 * Searches, beside the bare server's read of one row by its key, with as many clients as are promised. The promise is of
 * searches that are made each time; how fast one is that was just made stands beside it.
 */
export async function compareSearch(bench: Bench, site: Site): Promise<Comparison> {
  const few: Bench = { ...bench, options: { ...bench.options, connections: CLIENTS } }
  const byKey = 'bare, by primary key'
  const searches = searchesOf(site.subjects)
  const figures = await inTurn(few, [
    contender(byKey, site, site.bare, searches[0]?.rpc.bare ?? []),
    ...searches.flatMap(({ title, rpc }) => [
      contender(title, site, site.read, rpc.product),
      contender(`${title}, cache warm`, site, site.kept, rpc.product),
    ]),
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
  const rows = [...figures].map(([name, rounds]) => {
    const median = medianOf(rounds)
    const who = `${name}, p95 ${median.p95.toFixed(2)} ms`
    return { scenario: `Search, ${CLIENTS} clients`, who, figures: median, ratio: null }
  })
  return { rows, targets }
}
