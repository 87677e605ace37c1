import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { closeDatabase, createDatabase, type DatabaseOptions } from './create-database.ts'
import { poolOf } from './pool-of.ts'
import { query } from './query.ts'
import { type Parameters, prepare, run } from './run.ts'
import { migratedDatabase } from './testing/database.ts'

/** A database of one connection: holding it blocks all others. */
async function opened(options: DatabaseOptions = {}) {
  const database = createDatabase(await migratedDatabase(), { poolSize: 1, ...options })
  onTestFinished(() => closeDatabase(database))
  return database
}

const add = (name: string) => query.insertInto('categories').values({ name, slug: name, image: '' }).returning('name')
const names = query.selectFrom('categories').select('name').orderBy('name')
const findByName = prepare((parameter: Parameters<{ name: string; take: number }>) =>
  query
    .selectFrom('categories')
    .select(['name', 'position'])
    .where('name', '=', parameter('name'))
    .limit(parameter('take')),
)

test('runs on the database by itself', async () => {
  const database = await opened()
  expect(await run(database, add('a'))).toEqual([{ name: 'a' }])
  expect(await run(database, names)).toEqual([{ name: 'a' }])
})

test('runs in a transaction of Prisma’s, which commits all of it or nothing', async () => {
  const database = await opened()
  const failed = database.$transaction(async tx => {
    await run(tx, add('a'))
    await tx.category.create({ data: { name: 'b', slug: 'b', image: '' } })
    expect(await run(tx, names)).toHaveLength(2)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await run(database, names)).toEqual([])
})

test('a prepared query takes its values by name, in both', async () => {
  const database = await opened()
  await run(database, add('a'))
  const found = [{ name: 'a', position: expect.any(Number) }]
  expect(await findByName(database, { name: 'a', take: 1 })).toEqual(found)
  expect(await database.$transaction(tx => findByName(tx, { name: 'a', take: 1 }))).toEqual(found)
  expect(await findByName(database, { name: 'a', take: 0 })).toEqual([])
  expect(await findByName(database, { name: "a' OR true --", take: 9 })).toEqual([])
})

test('answers the same rows in both: moments, lists, JSON and what is null', async () => {
  const database = await opened()
  await run(database, add('a'))
  const various = query
    .selectFrom('categories')
    .select(['id', 'retired_at', sql<Date>`'2026-11-22T10:11:12.345Z'::timestamptz`.as('at')])
    .select([sql<string[]>`ARRAY['x', 'y']`.as('list'), sql<object>`'{"cents": 1}'::jsonb`.as('json')])
  const own = await run(database, various)
  expect(own).toMatchObject([
    { retired_at: null, at: new Date('2026-11-22T10:11:12.345Z'), list: ['x', 'y'], json: { cents: 1 } },
  ])
  expect(await database.$transaction(tx => run(tx, various))).toEqual(own)
})

test('each statement is prepared once a connection', async () => {
  const database = await opened()
  for (const name of ['a', 'b', 'c']) {
    await run(database, add(name))
    await database.$transaction(tx => findByName(tx, { name, take: 1 }))
    await findByName(database, { name, take: 1 })
  }
  const { rows } = await poolOf(database).query<{ statement: string; name: string }>(
    'SELECT name, statement FROM pg_prepared_statements',
  )
  const statements = rows.map(({ statement }) => statement)
  expect(statements.filter(text => text.startsWith('insert into "categories"'))).toHaveLength(1)
  expect(statements.filter(text => text.includes('"position"'))).toHaveLength(1)
})

test('behind PgBouncer no statement has a name', async () => {
  const database = await opened({ isPooled: true })
  await run(database, add('a'))
  await database.category.count()
  const { rows } = await poolOf(database).query('SELECT statement FROM pg_prepared_statements')
  expect(rows).toEqual([])
})

test('a transaction that let a failed statement pass is an error', async () => {
  const database = await opened()
  const passed = database.$transaction(async tx => {
    await run(tx, add('a'))
    await run(tx, query.selectFrom('categories').select(sql`1 / 0`.as('never'))).catch(() => undefined)
  })
  await expect(passed).rejects.toThrow('rolled back')
  expect(await run(database, names)).toEqual([])
  expect(poolOf(database)).toMatchObject({ totalCount: 1, idleCount: 1 })
})
