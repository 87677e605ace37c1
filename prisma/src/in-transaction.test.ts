import { expect, onTestFinished, test } from 'vitest'
import { closeDatabase, createDatabase, type DatabaseOptions, poolOf } from './create-database.ts'
import { inTransaction, type PlainTransaction, runIn, type Transaction } from './in-transaction.ts'
import { connected, migratedDatabase } from './testing/database.ts'

/** A database of one connection: whoever keeps it stops all others. */
async function opened(options: DatabaseOptions = {}) {
  const url = await migratedDatabase()
  const database = createDatabase(url, { poolSize: 1, ...options })
  onTestFinished(() => closeDatabase(database))
  const names = async () => {
    const { rows } = await poolOf(database).query<{ name: string }>('SELECT name FROM categories ORDER BY name')
    return rows.map(({ name }) => name)
  }
  return { url, database, names }
}

const add = (tx: Transaction | PlainTransaction, name: string) =>
  runIn<{ id: string }>(tx, {
    text: "INSERT INTO categories (name, slug, image) VALUES ($1, $1, '') RETURNING id",
    values: [name],
  })
const fail = (tx: PlainTransaction) => tx.query({ text: 'SELECT 1 / $1::int', values: [0] })

test('keeps all that was written, and answers what the work does', async () => {
  const { database, names } = await opened()
  const [first, second] = await inTransaction(database, async tx => {
    const [row] = await add(tx, 'a')
    return [row?.id, (await add(tx, 'b'))[0]?.id]
  })
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  expect(second).not.toBe(first)
  expect(await names()).toEqual(['a', 'b'])
})

test('keeps nothing when the work fails, whatever of it was under way, and gives the connection back', async () => {
  const { database, names } = await opened()
  const refusal = new Error('no')
  const refused = inTransaction(database, async tx => {
    await add(tx, 'a')
    void add(tx, 'b')
    throw refusal
  })
  await expect(refused).rejects.toBe(refusal)
  expect(await names()).toEqual([])
  expect(poolOf(database)).toMatchObject({ totalCount: 1, idleCount: 1 })
})

test('keeps nothing when a statement fails, tells which, and gives the connection back', async () => {
  const { database, names } = await opened()
  const failed = inTransaction(database, tx => Promise.all([add(tx, 'a'), fail(tx), add(tx, 'b')]))
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  expect(await names()).toEqual([])
  await inTransaction(database, tx => Promise.all([add(tx, 'c'), add(tx, 'd')]))
  expect(await names()).toEqual(['c', 'd'])
  expect(poolOf(database)).toMatchObject({ totalCount: 1, idleCount: 1 })
})

test('keeps nothing when a statement failed that the work has let pass, and says so', async () => {
  const { database, names } = await opened()
  const passed = inTransaction(database, async tx => {
    await add(tx, 'a')
    await fail(tx).catch(() => undefined)
  })
  await expect(passed).rejects.toThrow('rolled back')
  expect(await names()).toEqual([])
})

test('keeps nothing when the commit itself is refused', async () => {
  const { database, names } = await opened()
  await poolOf(database).query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'not at the end' USING ERRCODE = 'check_violation'; END; $$;
    CREATE CONSTRAINT TRIGGER refused_at_commit AFTER INSERT ON categories
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`)
  await expect(inTransaction(database, tx => add(tx, 'a'))).rejects.toMatchObject({ code: '23514' })
  expect(await names()).toEqual([])
})

test('keeps nothing when its connection is cut in the middle, and the next has a new one', async () => {
  const { url, database, names } = await opened()
  const other = await connected(url)
  const cut = inTransaction(database, async tx => {
    await add(tx, 'a')
    const [{ pid } = { pid: 0 }] = await tx.query<{ pid: number }>({
      text: 'SELECT pg_backend_pid() AS pid',
      values: [],
    })
    await other.query('SELECT pg_terminate_backend($1, 5000)', [pid])
    await add(tx, 'b')
  })
  await expect(cut).rejects.toThrow(/terminat|not queryable/)
  expect(await names()).toEqual([])
  await inTransaction(database, tx => add(tx, 'c'))
  expect(await names()).toEqual(['c'])
})

test('ends when it takes too long, and the next need not wait for it', async () => {
  const { url, database, names } = await opened()
  const other = await connected(url)
  await other.query("BEGIN; INSERT INTO categories (name, slug, image) VALUES ('a', 'a', '')")
  const late = inTransaction(database, tx => Promise.all([add(tx, 'b'), add(tx, 'a')]), { timeoutMs: 100 })
  await expect(late).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(await names()).toEqual([])
  await other.query('ROLLBACK')
  const running = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> $1"
  const own = (await other.query('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
  while ((await other.query(running, [own])).rowCount !== 0) expect(poolOf(database).totalCount).toBe(1)
  expect(await names()).toEqual([])
})

test('is of no use any more when it is over', async () => {
  const { database, names } = await opened()
  const left = await inTransaction(database, async tx => ({ tx }))
  await expect(add(left.tx, 'a')).rejects.toThrow('over')
  expect(await names()).toEqual([])
})

test('what both kinds of transaction have to write is written in both', async () => {
  const { database, names } = await opened()
  const [ofPrisma] = await database.$transaction(tx => add(tx, 'a'))
  const [plain] = await inTransaction(database, tx => add(tx, 'b'))
  expect([typeof ofPrisma?.id, typeof plain?.id]).toEqual(['string', 'string'])
  expect(await names()).toEqual(['a', 'b'])
})

test('prepares each statement once a connection', async () => {
  const { database } = await opened()
  for (const name of ['a', 'b']) await inTransaction(database, tx => add(tx, name))
  await inTransaction(database, async tx => Promise.all([add(tx, 'c'), add(tx, 'd')]))
  const { rows } = await poolOf(database).query(
    "SELECT statement FROM pg_prepared_statements WHERE name LIKE 'second_ring_plain%'",
  )
  expect(rows).toEqual([{ statement: expect.stringContaining('INSERT INTO categories') }])
})

test('tells of each statement that it runs', async () => {
  const seen: string[] = []
  const observe = (sql: string) => (error?: unknown) => void seen.push(`${sql.split(' ')[0]}${error ? ' failed' : ''}`)
  const { database } = await opened({ observe })
  await inTransaction(database, tx => add(tx, 'a'))
  await inTransaction(database, tx => fail(tx)).catch(() => undefined)
  expect(seen).toEqual(['BEGIN', 'INSERT', 'COMMIT', 'BEGIN', 'SELECT failed', 'ROLLBACK'])
})
