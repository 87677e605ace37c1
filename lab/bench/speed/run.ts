import { cpus } from 'node:os'
import pg from 'pg'
import { type Catalogues, openCatalogues } from '../catalogue/open-catalogues.ts'
import type { Bench, Site, Target } from './bench.ts'
import { type Comparison, compareBooking, compareRead } from './compare.ts'
import { comparePages } from './compare-pages.ts'
import { compareSearch } from './compare-search.ts'
import { compareDepth, compareSizes, type Grown } from './grow.ts'
import type { Options } from './options.ts'
import { pickSubjects } from './pick-subjects.ts'
import type { Report } from './report.ts'
import { readsOf, type Scenario, searchesOf } from './scenarios.ts'
import { startLoad } from './start-load.ts'
import {
  type ApiOptions,
  buildApi,
  buildWeb,
  type MeasuredServer,
  startBaseline,
  startProduct,
} from './start-servers.ts'
import { watchFreshness } from './watch-freshness.ts'
import { BOOKINGS_A_MINUTE, watchMemory } from './watch-memory.ts'

interface Folders {
  postgres: string
}

const BOOKINGS_A_SECOND = 400

/** Measures all that the options ask for, and leaves nothing running. */
export async function run(options: Options, { postgres }: Folders, say: (text: string) => void): Promise<Report> {
  await buildApi()
  const catalogues = await openCatalogues(postgres, { sizes: options.sizes, say })
  const load = startLoad()
  const admin = new pg.Pool({ connectionString: catalogues.adminUrl, max: 1 })
  const started: MeasuredServer[] = []
  const keep = async (server: Promise<MeasuredServer>) => {
    started.push(await server)
    return server
  }
  try {
    const bench: Bench = { options, load, admin, say }
    const sites: Site[] = []
    for (const size of options.sizes) sites.push(await openSite(bench, { catalogues, size, keep }))
    const site = sites.at(-1)
    if (!site) throw new Error('There is no catalogue')
    const report: Report = {
      at: new Date().toISOString(),
      machine: {
        cores: cpus().length,
        processor: cpus()[0]?.model ?? '',
        node: process.versions.node,
        postgres: catalogues.version,
      },
      options,
      compared: [],
      costs: [],
      memory: null,
      freshness: null,
      targets: [],
    }
    await measureAll(bench, {
      report,
      sites,
      site,
      another: own => keep(startProduct(catalogues.urlOf(site.size), { cachesResponses: true, ...own })),
    })
    return report
  } finally {
    load.stop()
    await Promise.all(started.map(server => server.stop()))
    await admin.end()
    await catalogues.stop()
  }
}

interface Measured {
  report: Report
  sites: Site[]
  /** The one with the largest catalogue. */
  site: Site
  /** One more process of the product on it. */
  another(own?: Partial<ApiOptions>): Promise<MeasuredServer>
}

/** Measures part by part. What cannot be measured is a promise that is not kept, and does not stop the rest. */
async function measureAll(bench: Bench, { report, sites, site, another }: Measured): Promise<void> {
  const { say, options } = bench
  const part = async (name: string, title: string, work: () => Promise<{ targets: Target[] }>) => {
    if (options.only.length > 0 && !options.only.includes(name)) return
    say(title)
    try {
      report.targets.push(...(await work()).targets)
    } catch (error) {
      say(`  ${error instanceof Error ? error.message : error}`)
      report.targets.push({ what: `${title}: not measured`, measured: 1, limit: 0, kind: 'at most', unit: '×' })
    }
  }
  const compare = (name: string, title: string, work: () => Promise<Comparison>) =>
    part(name, title, async () => {
      const comparison = await work()
      report.compared.push(...comparison.rows)
      return comparison
    })
  const grow = (name: string, title: string, work: () => Promise<Grown>) =>
    part(name, title, async () => {
      const grown = await work()
      report.costs.push(...grown.rows)
      return grown
    })

  const reads = await available(site, readsOf(site.subjects))
  const searches = await available(site, searchesOf(site.subjects))
  for (const read of reads) await compare(read.name, read.title, () => compareRead(bench, site, read))
  if (searches.length > 0) await compare('search', 'Search', () => compareSearch(bench, site))
  await compare('page', 'A rendered page', async () => {
    await buildWeb()
    const kept = await another({ hasPages: true })
    const read = await another({ hasPages: true, cachesResponses: false })
    return comparePages(bench, site, { kept, read })
  })
  await compare('booking', 'Booking', () => compareBooking(bench, site))
  for (const { title } of sites.length > 1 ? [...reads, ...searches] : []) {
    const of = ({ subjects }: Site) => titled([...readsOf(subjects), ...searchesOf(subjects)], title)
    await grow('growth', `${title}, by the catalogue's size`, () => compareSizes(bench, sites, of))
  }
  await grow('paging', 'The first page and one far down', () => compareDepth(bench, site))
  await part('freshness', 'Changes, seen from another process', async () => {
    const { freshness, targets } = await watchFreshness(site, await another())
    report.freshness = freshness
    return { targets }
  })
  await part('memory', `Memory under load, ${options.minutes} minutes`, async () => {
    const { memory, targets } = await watchMemory(bench, site, reads)
    report.memory = memory
    return { targets }
  })
}

interface Opening {
  catalogues: Catalogues
  size: number
  keep(server: Promise<MeasuredServer>): Promise<MeasuredServer>
}

/** The small catalogues are only read, by the product without its cache. */
async function openSite({ options }: Bench, { catalogues, size, keep }: Opening): Promise<Site> {
  const url = catalogues.urlOf(size)
  const bookings = Math.round(BOOKINGS_A_SECOND * options.seconds * (options.rounds + 1) * 3)
  const moreBookings = Math.ceil((options.minutes + 1) * BOOKINGS_A_MINUTE)
  const read = await keep(startProduct(url, { cachesResponses: false }))
  const isLargest = size === options.sizes.at(-1)
  return {
    size,
    database: new URL(url).pathname.slice(1),
    subjects: await pickSubjects(url, { bookings, moreBookings }),
    read,
    bare: isLargest ? await keep(startBaseline(url)) : read,
    kept: isLargest ? await keep(startProduct(url, { cachesResponses: true })) : read,
  }
}

/** The reads that this product has. */
async function available(site: Site, reads: Scenario[]): Promise<Scenario[]> {
  const isThere = await Promise.all(
    reads.map(async ({ rpc: { product } }) => {
      const [shot] = product
      if (!shot) return false
      const { status } = await fetch(site.read.url + shot.path, { headers: shot.headers ?? {} })
      return status !== 404
    }),
  )
  return reads.filter((_, index) => isThere[index])
}

function titled(all: Scenario[], wanted: string): Scenario {
  const found = all.find(({ title }) => title === wanted)
  if (!found) throw new Error(`There is no ${wanted}`)
  return found
}
