import { cpus } from 'node:os'
import pg from 'pg'
import { type Catalogues, openCatalogues } from '../catalogue/open-catalogues.ts'
import type { Bench, Site, Target } from './bench.ts'
import { compareBooking, compareRead } from './compare.ts'
import { compareDepth, compareSizes } from './grow.ts'
import type { Options } from './options.ts'
import { pickSubjects } from './pick-subjects.ts'
import type { Report } from './report.ts'
import { readsOf } from './scenarios.ts'
import { startLoad } from './start-load.ts'
import { buildApi, type MeasuredServer, startBaseline, startProduct } from './start-servers.ts'
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
    const keepTargets = (targets: Target[]) => void report.targets.push(...targets)
    const isWanted = (name: string) => options.only.length === 0 || options.only.includes(name)
    const scenarios = await availableReads(site)
    for (const scenario of scenarios.filter(({ name }) => isWanted(name))) {
      say(`${scenario.title}, beside the bare server`)
      const { rows, targets } = await compareRead(bench, site, scenario)
      report.compared.push(...rows)
      keepTargets(targets)
    }
    if (isWanted('booking')) {
      say('Booking, beside the bare server')
      const { rows, targets } = await compareBooking(bench, site)
      report.compared.push(...rows)
      keepTargets(targets)
    }
    if (isWanted('growth') && sites.length > 1) {
      for (const { name, title } of scenarios) {
        say(`${title}, by the catalogue's size`)
        const { rows, targets } = await compareSizes(bench, sites, at => named(readsOf(at.subjects), name))
        report.costs.push(...rows)
        keepTargets(targets)
      }
    }
    if (isWanted('paging')) {
      say('The first page and one far down')
      const { rows, targets } = await compareDepth(bench, site)
      report.costs.push(...rows)
      keepTargets(targets)
    }
    if (isWanted('freshness')) {
      say('Changes, seen from another process')
      const other = await keep(startProduct(catalogues.urlOf(site.size), { keepsReads: true }))
      const { freshness, targets } = await watchFreshness(site, other)
      report.freshness = freshness
      keepTargets(targets)
    }
    if (isWanted('memory')) {
      say(`Memory under load, ${options.minutes} minutes`)
      const { memory, targets } = await watchMemory(bench, site, scenarios)
      report.memory = memory
      keepTargets(targets)
    }
    return report
  } finally {
    load.stop()
    await Promise.all(started.map(server => server.stop()))
    await admin.end()
    await catalogues.stop()
  }
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
  const read = await keep(startProduct(url, { keepsReads: false }))
  const isLargest = size === options.sizes.at(-1)
  return {
    size,
    database: new URL(url).pathname.slice(1),
    subjects: await pickSubjects(url, { bookings, moreBookings }),
    read,
    bare: isLargest ? await keep(startBaseline(url)) : read,
    kept: isLargest ? await keep(startProduct(url, { keepsReads: true })) : read,
  }
}

/** The reads that this product has. */
async function availableReads(site: Site) {
  const reads = readsOf(site.subjects)
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

function named<Named extends { name: string }>(all: Named[], wanted: string): Named {
  const found = all.find(({ name }) => name === wanted)
  if (!found) throw new Error(`There is no ${wanted}`)
  return found
}
