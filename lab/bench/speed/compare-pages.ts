import { type Bench, inTurn, roundsOf, type Site } from './bench.ts'
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

/**
 * Rendered pages, beside the bare server's JSON of what they show. What one page costs that is rendered is measured with
 * one connection, for requests of the same page at the same time share one.
 */
export async function comparePages(bench: Bench, site: Site, { kept, read }: PageServers): Promise<Comparison> {
  const [listing = ''] = site.subjects.listings
  const pages = [
    { title: 'Home, the page', path: '/', bare: '/advertised' },
    { title: 'One listing, the page', path: `/listings/${listing}`, bare: `/listing/${listing}` },
  ]
  const alone: Bench = { ...bench, options: { ...bench.options, connections: 1 } }
  const [json, warm, cold] = ['bare, JSON', 'cache warm', 'rendered each time'] as const
  const comparison: Comparison = { rows: [], targets: [] }
  for (const { title, path, bare } of pages) {
    for (const { url } of [kept, read]) await checkRendered(url + path)
    const shots = [{ path, headers }]
    const many = await inTurn(bench, [
      contender(json, site, site.bare, [{ path: bare }]),
      contender(warm, site, kept, shots),
    ])
    const one = await inTurn(alone, [contender(cold, site, read, shots)])
    const ratio = medianRatio(roundsOf(many, warm), roundsOf(many, json), ({ perSecond }) => perSecond)
    const rendered = medianOf(roundsOf(one, cold))
    comparison.rows.push(...rowsOf(title, many, () => json), {
      scenario: title,
      who: cold,
      figures: rendered,
      ratio: null,
    })
    comparison.targets.push(
      { what: `${title}, ${warm}`, measured: ratio, limit: KEPT_MIN, kind: 'at least', unit: '×' },
      {
        what: `${title}, ${cold}, CPU a page`,
        measured: rendered.cpuMs,
        limit: COLD_CPU_MAX_MS,
        kind: 'at most',
        unit: 'ms',
      },
    )
  }
  return comparison
}

/** @throws Error when the page is the empty one, which a browser would fill */
async function checkRendered(url: string): Promise<void> {
  const html = await (await fetch(url)).text()
  if (!html.includes('id="page-data"')) throw new Error(`${url} is not rendered`)
}
