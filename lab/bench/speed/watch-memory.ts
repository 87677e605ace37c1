import { setTimeout as wait } from 'node:timers/promises'
import type { Bench, Site, Target } from './bench.ts'
import { median } from './measure.ts'
import { bookingsOf, type Scenario } from './scenarios.ts'

/** The memory of the API's process under load, in MB. */
export interface Memory {
  minutes: number
  requests: number
  before: number
  largest: number
  /** The middle of the second third of the time, and of the last. */
  middle: number
  late: number
}

const SAMPLE_MS = 250
const MOST_MB = 250
/** What still counts as flat. */
const FLAT = 1.1
const SLICE_S = 5
const BOOKINGS_A_SLICE = 20
/** How many bookings are made in a minute. */
export const BOOKINGS_A_MINUTE = (60 / SLICE_S) * BOOKINGS_A_SLICE

/** Loads the product with all reads in turn, and bookings between them, and looks at its memory all the while. */
export async function watchMemory(
  bench: Bench,
  site: Site,
  reads: Scenario[],
): Promise<{ memory: Memory; targets: Target[] }> {
  const { minutes, connections } = bench.options
  const { kept: server, subjects } = site
  const megabytes = async () => (await server.usage()).rss / 1e6
  const shots = reads.flatMap(({ rpc, rest }) => [...rpc.product.slice(0, 20), ...(rest?.product.slice(0, 20) ?? [])])
  const bookings = bookingsOf(subjects.moreBookables, subjects).rpc
  const samples = [await megabytes()]
  const ended = new AbortController()
  const sampling = (async () => {
    while (!ended.signal.aborted) {
      await wait(SAMPLE_MS)
      samples.push(await megabytes())
    }
  })()
  let requests = 0
  const until = performance.now() + minutes * 60_000
  while (performance.now() < until) {
    const seconds = Math.max(1, Math.min(SLICE_S, (until - performance.now()) / 1000))
    requests += (await bench.load.send({ url: server.url, connections, shots, seconds })).count
    const some = bookings.splice(0, BOOKINGS_A_SLICE)
    if (some.length > 0) requests += (await bench.load.send({ url: server.url, connections: 4, shots: some })).count
  }
  ended.abort()
  await sampling
  const third = Math.floor(samples.length / 3)
  const [middle, late] = [median(samples.slice(third, 2 * third)), median(samples.slice(2 * third))]
  const largest = Math.max(...samples)
  return {
    memory: { minutes, requests, before: samples[0] ?? 0, largest, middle, late },
    targets: [
      { what: 'Memory under load', measured: largest, limit: MOST_MB, kind: 'at most', unit: 'MB' },
      {
        what: 'Memory, last third by the third before',
        measured: late / middle,
        limit: FLAT,
        kind: 'at most',
        unit: '×',
      },
    ],
  }
}
