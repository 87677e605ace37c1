import { type Bench, inTurn, roundsOf, type Site, type Target } from './bench.ts'
import { type Comparison, contender, rowsOf } from './compare.ts'
import { medianOf, medianRatio } from './measure.ts'
import type { MeasuredServer } from './start-servers.ts'

/** The product with its pages: with the response cache, and without, when it renders each. */
export interface PageServers {
  kept: MeasuredServer
  read: MeasuredServer
}

const KEPT_MIN = 2
const COLD_CPU_MAX_MS = 4
// A browser takes the page compressed, and the cache holds it so.
const headers = { 'accept-encoding': 'gzip, deflate, br' }

/** Rendered pages, beside the bare server's JSON of what they show. */
export async function comparePages(bench: Bench, site: Site, { kept, read }: PageServers): Promise<Comparison> {
  const { listings } = site.subjects
  const pages = [
    { title: 'Home, the page', paths: ['/'], bare: ['/advertised'] },
    {
      title: 'One listing, the page',
      paths: listings.map(id => `/listings/${id}`),
      bare: listings.map(id => `/listing/${id}`),
    },
  ]
  const comparison: Comparison = { rows: [], targets: [] }
  for (const { title, paths, bare } of pages) {
    const shots = paths.map(path => ({ path, headers }))
    const [json, warm, cold] = ['bare, JSON', 'cache warm', 'rendered each time'] as const
    const figures = await inTurn(bench, [
      contender(
        json,
        site,
        site.bare,
        bare.map(path => ({ path })),
      ),
      contender(warm, site, kept, shots),
      contender(cold, site, read, shots),
    ])
    const ratio = medianRatio(roundsOf(figures, warm), roundsOf(figures, json), ({ perSecond }) => perSecond)
    const { cpuMs } = medianOf(roundsOf(figures, cold))
    const targets: Target[] = [
      { what: `${title}, ${warm}`, measured: ratio, limit: KEPT_MIN, kind: 'at least', unit: '×' },
      { what: `${title}, ${cold}, CPU a page`, measured: cpuMs, limit: COLD_CPU_MAX_MS, kind: 'at most', unit: 'ms' },
    ]
    comparison.rows.push(...rowsOf(title, figures, () => json))
    comparison.targets.push(...targets)
  }
  return comparison
}
