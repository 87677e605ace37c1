import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureDatabase } from './ensure-database.ts'
import { markRolledBack, migrate } from './migrate.ts'
import { MIGRATIONS_DIR } from './migration-files.ts'
import { connected, databaseUrl } from './testing/database.ts'

const ours = (await readdir(MIGRATIONS_DIR, { withFileTypes: true }))
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)
  .sort()

/** A folder of migrations with these scripts, by name. */
async function migrationsOf(scripts: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n')
  for (const [name, sql] of Object.entries(scripts)) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'migration.sql'), sql)
  }
  return folder
}

test('refuses to go through PgBouncer, where its lock would stay behind', async () => {
  const url = `${databaseUrl()}?pgbouncer=true`
  await expect(migrate(url)).rejects.toThrow('set DATABASE_DIRECT_URL')
  await expect(markRolledBack(url, 'any')).rejects.toThrow('set DATABASE_DIRECT_URL')
})

test('makes the database, applies every migration once, and is content the second time', async () => {
  const url = databaseUrl()
  expect(await migrate(url)).toEqual({ migrations: ours, triggers: 'applied' })
  expect(await migrate(url)).toEqual({ migrations: [], triggers: 'unchanged' })
})

test('records migrations as Prisma does', async () => {
  const url = databaseUrl()
  await migrate(url)
  const { rows } = await (await connected(url)).query('SELECT * FROM "_prisma_migrations" ORDER BY migration_name')
  expect(rows.map(row => row.migration_name)).toEqual(ours)
  for (const row of rows) {
    const sql = await readFile(join(MIGRATIONS_DIR, row.migration_name, 'migration.sql'))
    expect(row).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      checksum: createHash('sha256').update(sql).digest('hex'),
      finished_at: expect.any(Date),
      started_at: expect.any(Date),
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1,
    })
  }
})

test('several at once do the work once', async () => {
  const url = databaseUrl()
  const done = await Promise.all([migrate(url), migrate(url), migrate(url), migrate(url)])
  expect(done.flatMap(({ migrations }) => migrations)).toEqual(ours)
  expect(done.map(({ triggers }) => triggers).sort()).toEqual(['applied', 'unchanged', 'unchanged', 'unchanged'])
  const { rows } = await (await connected(url)).query('SELECT count(*)::int FROM "_prisma_migrations"')
  expect(rows).toEqual([{ count: ours.length }])
})

test('waits for whoever is migrating, however long', async () => {
  const url = databaseUrl()
  await ensureDatabase(url)
  const other = await connected(url)
  await other.query("SELECT pg_advisory_lock(hashtextextended('second-ring/migrate', 0))")
  let isDone = false
  const migrating = migrate(url).then(({ migrations }) => {
    isDone = true
    return migrations
  })
  const waiting = `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  while ((await other.query(waiting)).rows[0]?.count === 0) expect(isDone).toBe(false)
  expect((await other.query(`SELECT to_regclass('users') AS users`)).rows).toEqual([{ users: null }])
  await other.query('SELECT pg_advisory_unlock_all()')
  expect(await migrating).toEqual(ours)
})

test('a script may hold functions, and texts with semicolons', async () => {
  const url = databaseUrl()
  const dir = await migrationsOf({
    '20260101000000_first': `
      CREATE FUNCTION greet() RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 'a;b'; END; $$;
      CREATE TABLE greetings (words text DEFAULT 'x;y');
      INSERT INTO greetings SELECT greet();`,
  })
  await migrate(url, { migrations: dir })
  expect((await (await connected(url)).query('SELECT words FROM greetings')).rows).toEqual([{ words: 'a;b' }])
})

test('nothing stays of a migration that fails; it is tried again once that is confirmed', async () => {
  const url = databaseUrl()
  const bad = '20260102000000_bad'
  const dir = await migrationsOf({
    '20260101000000_good': 'CREATE TABLE good (id int);',
    [bad]: 'CREATE TABLE half (id int); INSERT INTO nowhere VALUES (1);',
  })
  await expect(migrate(url, { migrations: dir })).rejects.toThrow(`Migration ${bad} failed: No such table: nowhere`)
  const client = await connected(url)
  const { rows } = await client.query(`SELECT to_regclass('good')::text AS good, to_regclass('half')::text AS half`)
  expect(rows).toEqual([{ good: 'good', half: null }])
  await expect(migrate(url, { migrations: dir })).rejects.toMatchObject({
    code: 'P3009',
    message: expect.stringContaining(bad),
  })
  await writeFile(join(dir, bad, 'migration.sql'), 'CREATE TABLE half (id int);')
  await expect(migrate(url, { migrations: dir })).rejects.toMatchObject({ code: 'P3009' })
  await markRolledBack(url, bad)
  expect((await migrate(url, { migrations: dir })).migrations).toEqual([bad])
  await expect(markRolledBack(url, '20260101000000_good')).rejects.toMatchObject({ code: 'P3012' })
})

test('makes a database of any name, once', async () => {
  const url = databaseUrl(encodeURIComponent(`odd "name" ${process.pid}`))
  expect(await Promise.all([ensureDatabase(url), ensureDatabase(url)])).toContain(true)
  expect(await ensureDatabase(url)).toBe(false)
  const { rows } = await (await connected(url)).query('SHOW server_encoding')
  expect(rows).toEqual([{ server_encoding: 'UTF8' }])
})

test('an unreachable server is an error, not a missing database', async () => {
  await expect(ensureDatabase('postgresql://nobody@127.0.0.1:1/none')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
