import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Counters } from '#platform/telemetry.ts'

interface RequestEnded {
  method: string
  route: string
  /** 499 for a client that did not wait. */
  status: number
  seconds: number
}

export interface JobEnded {
  name: string
  outcome: 'done' | 'failed'
  seconds: number
}

interface Load {
  /** How many requests are worked on. */
  inFlight(): number
}

/** What is counted in this process, for Prometheus. */
export interface Metrics extends Counters {
  registry: Registry
  requestEnded(ended: RequestEnded): void
  /** A job was done, or failed at one of its attempts. */
  jobEnded(ended: JobEnded): void
  /** A request was turned away because there was too much to do. */
  requestShed(): void
  /** The rate limits could not be counted together with other processes any more. */
  rateStoreAway(): void
  /** Says from where it is known how many requests are being worked on. */
  watchLoad(server: Load): void
}

const PREFIX = 'second_ring_'
/** From what a cache answers to what the server's time-outs end, in seconds. */
const LATENCIES = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** From a delivery at once to the last that the provider tries, three days later, in seconds. */
const LAGS = [1, 2, 5, 10, 30, 60, 300, 1800, 7200, 21_600, 86_400, 259_200]

/**
 * Counts on a registry of its own; the process's own metrics, the event loop's delay among them, are there too.
 * @param pool the connections that serve people
 */
export function createMetrics(pool: pg.Pool): Metrics {
  let server: Load | null = null
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'Requests by route and status, and how long they took. Status 499: the client did not wait.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCIES,
    registers,
  })
  const calls = new Histogram({
    name: `${PREFIX}call_seconds`,
    help: 'Calls of both faces by their outcome, each of a batch by itself.',
    labelNames: ['call', 'outcome'],
    buckets: LATENCIES,
    registers,
  })
  const webhooks = new Histogram({
    name: `${PREFIX}webhook_lag_seconds`,
    help: 'How long after it happened an event of the payment provider came.',
    buckets: LAGS,
    registers,
  })
  const jobs = new Histogram({
    name: `${PREFIX}job_seconds`,
    help: 'Attempts at jobs by their outcome (done, failed), and how long they took.',
    labelNames: ['job', 'outcome'],
    buckets: LATENCIES,
    registers,
  })
  const shed = new Counter({
    name: `${PREFIX}requests_shed_total`,
    help: 'Requests turned away because there was too much to do.',
    registers,
  })
  const clientErrors = new Counter({
    name: `${PREFIX}client_errors_total`,
    help: 'Errors of the site’s code that browsers reported, by where they were caught.',
    labelNames: ['kind'],
    registers,
  })
  const rateStoreAway = new Counter({
    name: `${PREFIX}rate_store_away_total`,
    help: 'How often the store of the rate limits went away, so that this process counted alone.',
    registers,
  })
  new Gauge({
    name: `${PREFIX}requests_in_flight`,
    help: 'Requests that are being worked on.',
    registers,
    collect() {
      this.set(server?.inFlight() ?? 0)
    },
  })
  new Gauge({
    name: `${PREFIX}pool_connections`,
    help: 'Connections to the database that serve people.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: `${PREFIX}pool_waiting`,
    help: 'Who waits for a connection to the database.',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
  return {
    registry,
    requestEnded: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    call: ({ name, outcome, seconds }) => calls.observe({ call: name, outcome }, seconds),
    webhook: seconds => webhooks.observe(seconds),
    jobEnded: ({ name, outcome, seconds }) => jobs.observe({ job: name, outcome }, seconds),
    clientError: kind => clientErrors.inc({ kind }),
    requestShed: () => shed.inc(),
    rateStoreAway: () => rateStoreAway.inc(),
    watchLoad(watched) {
      server = watched
    },
  }
}
