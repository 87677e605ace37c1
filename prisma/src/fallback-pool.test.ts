import { expect, onTestFinished, test } from 'vitest'
import { closeDatabase, createDatabase, type Database } from './create-database.ts'
import { poolOf } from './pool-of.ts'
import { migratedDatabase } from './testing/database.ts'

/** A database in the role of the primary, and one that falls back to it. */
async function opened(replicaUrl?: string) {
  const primary = createDatabase(await migratedDatabase())
  const failures: unknown[] = []
  const otherwise = { database: primary, onFailure: (error: unknown) => failures.push(error) }
  const replica = createDatabase(replicaUrl ?? (await migratedDatabase()), { otherwise, connectionTimeoutMs: 500 })
  onTestFinished(async () => {
    await closeDatabase(replica)
    await closeDatabase(primary)
  })
  return { primary, replica, failures }
}

const someone = { identityUid: 'a', email: 'a@b.c', name: 'A', role: 'BUYER' } as const
const names = async (database: Database) => (await database.user.findMany()).map(({ name }) => name)

test('a replica answers for itself while it can', async () => {
  const { primary, replica, failures } = await opened()
  await primary.user.create({ data: someone })
  expect(await names(replica)).toEqual([])
  expect(failures).toEqual([])
})

test('the primary answers what a replica cannot, whatever each calls its statements', async () => {
  const { primary, replica, failures } = await opened('postgresql://nobody@127.0.0.1:1/nowhere')
  await primary.user.create({ data: someone })
  await primary.category.count()
  expect(await names(replica)).toEqual(['A'])
  expect(await replica.category.count()).toBe(0)
  const statement = { name: 'own', text: 'SELECT name FROM users WHERE email = $1', values: ['a@b.c'] }
  expect((await poolOf(replica).query(statement)).rows).toEqual([{ name: 'A' }])
  expect(failures).toHaveLength(3)
})

test('what fails at both is not the replica’s fault', async () => {
  const { replica, failures } = await opened()
  await expect(replica.$queryRaw`SELECT 1 / 0`).rejects.toThrow('division by zero')
  expect(failures).toEqual([])
})

test('transactions are the primary’s', async () => {
  const { primary, replica } = await opened()
  await replica.$transaction(tx => tx.user.create({ data: someone }))
  expect(await names(primary)).toEqual(['A'])
  expect(await names(replica)).toEqual([])
})
