import { closeDatabase, createDatabase } from '@second-ring/database'
import { poolOf } from '@second-ring/database/pool-of'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPgBossJobQueue } from '#adapters/pg-boss/pg-boss-job-queue.ts'
import { migrationNames } from './migration-names.ts'
import { createReadiness } from './readiness.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const never = new AbortController().signal
const up = { isUp: async () => true }

describe('readiness', () => {
  it('is told over HTTP, beside being alive', async () => {
    const [alive, ready] = [await fetch(`${market.url}/healthz`), await fetch(`${market.url}/readyz`)]
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }])
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
    expect(ready.headers.get('cache-control')).toBe('no-store')
  })

  it('waits for every migration of this build', async () => {
    const pool = poolOf(market.database)
    expect(migrationNames.length).toBeGreaterThan(1)
    const next = '29990101000000_next'
    const readiness = createReadiness({ pool, jobs: up, stopping: never, migrations: [...migrationNames, next] })
    expect(await readiness.problems()).toEqual({ migrations: `Not applied yet: ${next}` })
  })

  it('is not that of a database without a table', async () => {
    const url = new URL(`${poolOf(market.database).options.connectionString}`)
    url.pathname = '/template1'
    const empty = createDatabase(url.href)
    const readiness = createReadiness({ pool: poolOf(empty), jobs: up, stopping: never, migrations: ['first'] })
    expect(await readiness.problems()).toEqual({ migrations: 'Not applied yet: first' })
    await closeDatabase(empty)
  })

  it('notes a provider that does not answer, and is ready all the same', async () => {
    const policies = { cardPayments: { isAnswering: () => false }, signIn: { isAnswering: () => true } }
    const readiness = createReadiness({ pool: poolOf(market.database), jobs: up, policies, stopping: never })
    expect(await readiness.problems()).toEqual({})
    expect(readiness.notes()).toEqual({ cardPayments: 'It does not answer.' })
  })

  it('waits for the job queue, and ends with it', async () => {
    const databaseUrl = `${poolOf(market.database).options.connectionString}`
    const jobs = createPgBossJobQueue({ databaseUrl, onError: () => {} })
    const readiness = createReadiness({ pool: poolOf(market.database), jobs, stopping: never })
    const down = { jobs: 'The queue is not running.' }
    expect(await readiness.problems()).toEqual(down)
    await jobs.start()
    expect(await readiness.problems()).toEqual({})
    await jobs.stop()
    expect(await readiness.problems()).toEqual(down)
  })

  it('ends at once when the server is to stop', async () => {
    const stopping = new AbortController()
    const readiness = createReadiness({ pool: poolOf(market.database), jobs: up, stopping: stopping.signal })
    expect(await readiness.problems()).toEqual({})
    stopping.abort()
    expect(await readiness.problems()).toEqual({ server: 'It is stopping.' })
  })
})
