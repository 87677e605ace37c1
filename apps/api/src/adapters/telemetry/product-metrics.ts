import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

/** Metrics of the market, read from the database at each scrape: every process reports the same. */
export interface ProductMetrics {
  /** Reads them again; the last ones are forgotten when the database does not answer. */
  read(): Promise<void>
}

const PREFIX = 'second_ring_'

type Counts<Label extends string> = ({ count: string } & Record<Label, string>)[]

/** Puts the metrics of the product on a registry. Counting a million rows takes less than a tenth of a second. */
export function createProductMetrics(registry: Registry, pool: pg.Pool): ProductMetrics {
  const registers = [registry]
  const up = new Gauge({ name: `${PREFIX}database_up`, help: 'Whether the database answers.', registers })
  const orders = new Gauge({
    name: `${PREFIX}orders`,
    help: 'Bookings by state; all together are those ever made.',
    labelNames: ['state'],
    registers,
  })
  const holds = new Gauge({ name: `${PREFIX}holds_open`, help: 'Bookings that are not paid for yet.', registers })
  const payments = new Gauge({
    name: `${PREFIX}payments`,
    help: 'Payments by state.',
    labelNames: ['state'],
    registers,
  })
  const jobs = new Gauge({
    name: `${PREFIX}jobs`,
    help: 'Jobs in line (created, retry), at work (active) and given up in the last week (failed).',
    labelNames: ['job', 'state'],
    registers,
  })
  const violations = new Gauge({
    name: `${PREFIX}ledger_violations`,
    help: 'What the last check of the ledger found; it runs once a night.',
    registers,
  })
  const checkAge = new Gauge({
    name: `${PREFIX}ledger_check_age_seconds`,
    help: 'How long ago the last check of the ledger ended; more than a day and a half means that none runs.',
    registers,
  })
  const mails = new Gauge({
    name: `${PREFIX}mails`,
    help: 'E-mails that wait (queued), were refused and wait for another try (retry), or were given up in the last day (failed).',
    labelNames: ['state'],
    registers,
  })

  async function read(): Promise<void> {
    const ordersNow = await pool.query<Counts<'state'>[number]>(
      'SELECT state::text, count(*) FROM orders GROUP BY state',
    )
    const paymentsNow = await pool.query<Counts<'state'>[number]>(
      'SELECT state::text, count(*) FROM payments GROUP BY state',
    )
    const jobsNow = await pool.query<Counts<'name' | 'state'>[number]>(
      `SELECT name, state::text, count(*) FROM pgboss.job
       WHERE (state < 'completed' OR state = 'failed') AND NOT starts_with(name, '__') GROUP BY name, state`,
    )
    for (const { state, count } of ordersNow.rows) orders.set({ state }, Number(count))
    for (const { state, count } of paymentsNow.rows) payments.set({ state }, Number(count))
    for (const { name, state, count } of jobsNow.rows) jobs.set({ job: name, state }, Number(count))
    const { rows: mailsNow } = await pool.query<Counts<'state'>[number]>(
      `SELECT CASE WHEN state = 'FAILED' THEN 'failed' WHEN problem IS NULL THEN 'queued' ELSE 'retry' END AS state, count(*)
       FROM mails
       WHERE state IN ('QUEUED', 'SENDING') OR (state = 'FAILED' AND settled_at > now() - interval '1 day') GROUP BY 1`,
    )
    for (const { state, count } of mailsNow) mails.set({ state }, Number(count))
    const { rows: checks } = await pool.query<{ found: number; age: number }>(
      `SELECT cardinality(violations) AS found, extract(epoch FROM now() - finished_at)::float8 AS age
       FROM ledger_checks ORDER BY finished_at DESC LIMIT 1`,
    )
    for (const { found, age } of checks) {
      violations.set(found)
      checkAge.set(age)
    }
    holds.set(Number(ordersNow.rows.find(({ state }) => state === 'PLACED')?.count ?? 0))
    up.set(1)
  }

  return {
    async read() {
      for (const gauge of [orders, payments, jobs, holds, violations, checkAge, mails]) gauge.reset()
      await read().catch(() => up.set(0))
    },
  }
}
