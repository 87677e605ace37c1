import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, onTestFinished, test } from 'vitest'
import { closeDatabase, createDatabase } from './create-database.ts'
import { poolOf } from './pool-of.ts'
import { migratedDatabase } from './testing/database.ts'

/** A database of which each statement is noted: who ran it, its first word, and how it ended. */
async function observedDatabase() {
  const caller = new AsyncLocalStorage<string>()
  const seen: string[] = []
  const database = createDatabase(await migratedDatabase(), {
    poolSize: 2,
    observe: sql => {
      const who = caller.getStore() ?? 'nobody'
      const [word = ''] = sql.split(' ')
      return error => seen.push(`${who} ${word} ${error ? 'failed' : 'done'}`)
    },
  })
  onTestFinished(() => closeDatabase(database))
  return { database, caller, seen }
}

test('reports each statement once, its own and those of transactions', async () => {
  const { database, seen } = await observedDatabase()
  await database.user.count()
  await poolOf(database).query('VALUES (1)')
  expect(seen).toEqual(['nobody SELECT done', 'nobody VALUES done'])
  seen.length = 0
  await database.$transaction(async tx => tx.$executeRaw`LOCK users`)
  expect(seen).toEqual(['nobody BEGIN done', 'nobody LOCK done', 'nobody COMMIT done'])
  seen.length = 0
  // A connection that a transaction has used reports no more than any other.
  await Promise.all([database.user.count(), database.user.count()])
  expect(seen).toEqual(['nobody SELECT done', 'nobody SELECT done'])
})

test('reports how it ended', async () => {
  const { database, seen } = await observedDatabase()
  await expect(database.$queryRawUnsafe('SELECT nothing')).rejects.toThrow()
  expect(seen).toEqual(['nobody SELECT failed'])
})

test('knows the caller, also of statements that waited for a connection', async () => {
  const { database, caller, seen } = await observedDatabase()
  const names = Array.from({ length: 12 }, (_, index) => `name-${index}`)
  await Promise.all(
    names.map(name =>
      caller.run(name, async () => {
        await database.user.count()
        await database.$transaction(async tx => tx.category.count())
      }),
    ),
  )
  const each = names.flatMap(name => ['SELECT', 'BEGIN', 'SELECT', 'COMMIT'].map(word => `${name} ${word} done`))
  expect(seen.toSorted()).toEqual(each.toSorted())
})
