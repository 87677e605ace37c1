import { randomUUID } from 'node:crypto'
import { createPool } from '@second-ring/database'
import { poolOf } from '@second-ring/database/pool-of'
import { createMarket, type Market } from '@second-ring/testkit'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { everyHour, everyMinute, everyNight, type JobHandlers, type JobName, jobNames } from '#platform/job-queue.ts'
import { createPgBossJobQueue, type RunningJobQueue } from './pg-boss-job-queue.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }

let market: Market
let databaseUrl: string
let pool: pg.Pool
beforeEach(async () => {
  market = await createMarket()
  databaseUrl = `${poolOf(market.database).options.connectionString}`
  pool = createPool({ connectionString: databaseUrl, max: 2 })
})
afterEach(async () => {
  await pool.end()
  await market.close()
})

async function started(onError = (_error: unknown, _job?: JobName): void => undefined): Promise<RunningJobQueue> {
  const jobs = createPgBossJobQueue({ databaseUrl, onError })
  onTestFinished(() => jobs.stop())
  await jobs.start()
  return jobs
}

/** Handlers that do nothing but what the test wants. */
function handlers(of: Partial<JobHandlers>): JobHandlers {
  const none = jobNames.map(name => [name, async () => undefined])
  return { ...Object.fromEntries(none), ...of }
}

/** Puts jobs for that many listings in line, and says for which. */
async function postings(jobs: RunningJobQueue, name: 'search.match' | 'listings.check-price', count: number) {
  const ids = Array.from({ length: count }, () => randomUUID())
  await market.database.$transaction(async tx => {
    for (const listingId of ids) await jobs.enqueue(tx, name, { listingId })
  })
  return ids
}

async function states(name: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ state: string; count: number }>(
    'SELECT state::text, count(*)::int FROM pgboss.job WHERE name = $1 GROUP BY 1',
    [name],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

describe('the job queue', () => {
  it('works off what is in line without waiting between batches, two at once and each once', async () => {
    const jobs = await started()
    const ids = await postings(jobs, 'search.match', 300)
    const done: string[] = []
    let [running, most] = [0, 0]
    const match = async ({ listingId }: { listingId: string }) => {
      running += 1
      most = Math.max(most, running)
      await pool.query('SELECT')
      done.push(listingId)
      running -= 1
    }
    await jobs.work(handlers({ 'search.match': match }))
    // One a second would take five minutes.
    await vi.waitFor(async () => expect(await states('search.match')).toEqual({ completed: 300 }), PATIENCE)
    expect(done.toSorted()).toEqual(ids.toSorted())
    expect(most).toBe(2)
  })

  it('tries a job again that failed, and no other of its batch', async () => {
    const failures: unknown[] = []
    const jobs = await started((error, job) => failures.push([String(error), job]))
    const [bad = '', ...good] = await postings(jobs, 'search.match', 20)
    const tries = new Map<string, number>()
    const match = async ({ listingId }: { listingId: string }) => {
      tries.set(listingId, (tries.get(listingId) ?? 0) + 1)
      if (listingId === bad) throw new Error('no')
    }
    await jobs.work(handlers({ 'search.match': match }))
    await vi.waitFor(async () => expect(await states('search.match')).toEqual({ completed: 19, retry: 1 }), PATIENCE)
    expect(good.map(id => tries.get(id))).toEqual(good.map(() => 1))
    expect(failures).toEqual([['Error: no', 'search.match']])
    const { rows } = await pool.query(`SELECT output FROM pgboss.job WHERE state = 'retry'`)
    expect(rows).toEqual([{ output: expect.objectContaining({ message: 'Error: no' }) }])
  })

  it('does jobs of other names while one of a name is slow', async () => {
    const jobs = await started()
    await postings(jobs, 'search.match', 1)
    await postings(jobs, 'listings.check-price', 120)
    const slow = Promise.withResolvers<void>()
    await jobs.work(handlers({ 'search.match': () => slow.promise }))
    await vi.waitFor(async () => expect(await states('listings.check-price')).toEqual({ completed: 120 }), PATIENCE)
    expect(await states('search.match')).toEqual({ active: 1 })
    slow.resolve()
    await vi.waitFor(async () => expect(await states('search.match')).toEqual({ completed: 1 }), PATIENCE)
  })

  it('does jobs that wait for a provider five at a time', async () => {
    const jobs = await started()
    await market.database.$transaction(async tx => {
      for (let count = 0; count < 12; count += 1) await jobs.enqueue(tx, 'payments.close', { orderId: randomUUID() })
    })
    const waiting: (() => void)[] = []
    await jobs.work(handlers({ 'payments.close': () => new Promise(resolve => waiting.push(resolve)) }))
    for (const size of [5, 5, 2]) {
      await vi.waitFor(() => expect(waiting).toHaveLength(size), PATIENCE)
      for (const resolve of waiting.splice(0)) resolve()
    }
    await vi.waitFor(async () => expect(await states('payments.close')).toEqual({ completed: 12 }), PATIENCE)
  })

  it('goes on when its sessions are ended', async () => {
    const jobs = await started()
    await jobs.work(handlers({}))
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'second-ring-jobs'`,
    )
    await postings(jobs, 'search.match', 60)
    await vi.waitFor(async () => expect(await states('search.match')).toEqual({ completed: 60 }), PATIENCE)
  })
})

describe('a database with queues of an older version', () => {
  it('gets the settings of this one at the start', async () => {
    await pool.query(`UPDATE pgboss.queue SET retry_limit = 2, expire_seconds = 900, retry_delay_max = NULL`)
    await started()
    const { rows } = await pool.query(
      `SELECT DISTINCT retry_limit, expire_seconds, retry_delay_max FROM pgboss.queue WHERE name = ANY($1)`,
      [jobNames],
    )
    expect(rows).toEqual([{ retry_limit: 340, expire_seconds: 120, retry_delay_max: 3600 }])
  })

  it('loses the schedules and the queues that are no more, but no work', async () => {
    const old = new PgBoss({ connectionString: databaseUrl })
    await old.start()
    for (const name of ['old.empty', 'old.full']) await old.createQueue(name)
    await old.schedule('old.empty', '* * * * *')
    await old.schedule('search.match', '* * * * *')
    await old.send('old.full', {})
    await old.stop({ graceful: false })
    const jobs = await started()
    await jobs.work(handlers({}))
    const names = async (table: string) =>
      (await pool.query<{ name: string }>(`SELECT name FROM pgboss.${table} WHERE NOT starts_with(name, '__')`)).rows
        .map(({ name }) => name)
        .toSorted()
    expect(await names('schedule')).toEqual([...everyMinute, ...everyHour, ...everyNight].toSorted())
    expect(await names('queue')).toEqual([...jobNames, 'old.full'].toSorted())
    expect(await states('old.full')).toEqual({ created: 1 })
  })
})
