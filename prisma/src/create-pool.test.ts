import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { closeDatabase, createDatabase } from './create-database.ts'
import { createPool } from './create-pool.ts'
import { poolOf } from './pool-of.ts'
import { databaseUrl, migratedDatabase } from './testing/database.ts'

function opened(config: pg.PoolConfig = {}, onLost?: (error: Error) => void): pg.Pool {
  const pool = createPool({ connectionString: databaseUrl('postgres'), ...config }, onLost)
  onTestFinished(() => pool.end())
  return pool
}

/** What the driver does when the server ends a session; without a listener this throws, and so ends the process. */
const lose = (client: pg.ClientBase | undefined) => client?.emit('error', new Error('Connection terminated'))

test('a connection may break at any moment, also while the pool hands it over', async () => {
  const pool = opened({ max: 1 })
  // The pool has removed its listener, and the caller does not have the connection yet.
  const handedOver = new Promise<void>(resolve => {
    pool.connect((_error, client, release) => {
      lose(client)
      release(true)
      resolve()
    })
  })
  await handedOver
  const client = await pool.connect()
  lose(client)
  lose(client)
  client.release(true)
  await expect(pool.query('SELECT 1 AS one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
})

test('reports an idle connection that broke, and opens another', async () => {
  const lost: Error[] = []
  const pool = opened({ max: 1, application_name: 'broken' }, error => lost.push(error))
  const other = opened({ max: 1 })
  await pool.query('SELECT 1')
  await other.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'broken'`)
  await expect.poll(() => lost, { timeout: 10_000 }).toHaveLength(1)
  await expect(pool.query('SELECT 1 AS one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
})

test('the pool of a database is one', async () => {
  const database = createDatabase(await migratedDatabase(), { poolSize: 1 })
  onTestFinished(() => closeDatabase(database))
  const client = await poolOf(database).connect()
  lose(client)
  client.release()
  expect(await database.user.count()).toBe(0)
})
