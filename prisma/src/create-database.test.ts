import { expect, onTestFinished, test } from 'vitest'
import { closeDatabase, createDatabase, type DatabaseOptions } from './create-database.ts'
import { poolOf } from './pool-of.ts'
import { connected, migratedDatabase } from './testing/database.ts'

async function opened(options: DatabaseOptions = {}) {
  const url = await migratedDatabase()
  const database = createDatabase(url, options)
  onTestFinished(() => closeDatabase(database))
  return { url, database }
}

const connections =
  'SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'

test('reads and writes, with ids of version 7 made by the database', async () => {
  const { database } = await opened()
  const { id } = await database.user.create({ data: { identityUid: 'a', email: 'a@b.c', name: 'A', role: 'BUYER' } })
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  expect(await database.user.findUnique({ where: { email: 'a@b.c' }, select: { id: true } })).toEqual({ id })
})

test('an undefined filter is an error, not a filter that matches everything', async () => {
  const { database } = await opened()
  const id = [].at(0)
  await expect(database.user.findFirst({ where: { id } as object })).rejects.toThrow('explicitly `undefined`')
})

test('a statement that takes too long is ended', async () => {
  const { database } = await opened({ statementTimeoutMs: 50 })
  await expect(database.$queryRaw`SELECT pg_sleep(20)`).rejects.toThrow('statement timeout')
})

test('a wait for a connection ends with an error when it takes too long', async () => {
  const { database } = await opened({ poolSize: 1, connectionTimeoutMs: 2000 })
  const client = await poolOf(database).connect()
  await expect(database.user.count()).rejects.toThrow()
  client.release()
  expect(await database.user.count()).toBe(0)
})

test('prepares each statement once', async () => {
  const { database } = await opened({ poolSize: 1 })
  await database.user.count()
  await database.user.count()
  const { rows } = await poolOf(database).query(
    "SELECT name FROM pg_prepared_statements WHERE name LIKE 'second_ring%'",
  )
  expect(rows).toHaveLength(1)
})

test('through a pooler prepares nothing, sets nothing, and gives up by itself', async () => {
  const { database } = await opened({ poolSize: 1, isPooled: true, statementTimeoutMs: 50 })
  await database.user.count()
  await poolOf(database).query({ name: 'own', text: 'SELECT 1' })
  const { rows } = await poolOf(database).query(
    "SELECT current_setting('statement_timeout') AS set, (SELECT count(*)::int FROM pg_prepared_statements) AS prepared",
  )
  expect(rows).toEqual([{ set: '0', prepared: 0 }])
  await expect(database.$queryRaw`SELECT pg_sleep(20)`).rejects.toThrow('Query read timeout')
})

test('survives that the server ends its idle connections, and says so', async () => {
  const lost: string[] = []
  const { url, database } = await opened({ poolSize: 1, onConnectionLost: error => lost.push(error.message) })
  await database.user.count()
  const broken = new Promise(resolve => poolOf(database).once('remove', resolve))
  const other = await connected(url)
  await other.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
    'second-ring',
  ])
  await broken
  expect(lost).toEqual([expect.stringContaining('terminating connection')])
  expect(await database.user.count()).toBe(0)
})

test.for(['closeDatabase', '$disconnect'])('%s leaves no connection behind', async way => {
  const url = await migratedDatabase()
  const database = createDatabase(url)
  await Promise.all([database.user.count(), poolOf(database).query('SELECT 1')])
  await (way === 'closeDatabase' ? closeDatabase(database) : database.$disconnect())
  const other = await connected(url)
  while ((await other.query(connections)).rows[0]?.count > 0) expect(poolOf(database).ended).toBe(true)
  expect(poolOf(database).totalCount).toBe(0)
})

test('a database that was never used can be closed, also twice', async () => {
  const database = createDatabase(await migratedDatabase())
  await closeDatabase(database)
  await closeDatabase(database)
  expect(poolOf(database).ended).toBe(true)
})
