import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diff } from './diff.ts'
import { MIGRATIONS_DIR, readMigrations, writeMigration } from './migration-files.ts'
import { connected, databaseUrl } from './testing/database.ts'

/** A copy of the migrations that a test may change. */
async function copiedMigrations(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'second-ring-migrations-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  await cp(MIGRATIONS_DIR, dir, { recursive: true })
  return dir
}

test('schema.prisma and the migrations agree', async () => {
  expect(await diff(databaseUrl('postgres'))).toBeNull()
})

test('finds what the migrations lack, and its script makes them agree', async () => {
  const dir = await copiedMigrations()
  const change = 'ALTER TABLE "users" DROP COLUMN "verified_at"; ALTER TYPE "role" RENAME VALUE \'ADMIN\' TO \'BOSS\';'
  await writeMigration('wander off', change, { at: new Date('2090-01-01T00:00:00Z'), dir })
  const script = await diff(databaseUrl('postgres'), dir)
  expect(script).toContain('ADD COLUMN     "verified_at" TIMESTAMPTZ(3)')
  expect(script).toContain("\"role_new\" AS ENUM ('BUYER', 'SELLER', 'ADMIN')")
  await writeMigration('come back', script ?? '', { at: new Date('2090-01-02T00:00:00Z'), dir })
  expect(await diff(databaseUrl('postgres'), dir)).toBeNull()
})

test('leaves no scratch database behind, also when a migration does not run', async () => {
  const dir = await copiedMigrations()
  await writeMigration('broken', 'SELECT nothing;', { at: new Date('2090-01-01T00:00:00Z'), dir })
  await expect(diff(databaseUrl('postgres'), dir)).rejects.toMatchObject({ code: 'P3006' })
  const client = await connected(databaseUrl('postgres'))
  const { rows } = await client.query("SELECT datname FROM pg_database WHERE datname LIKE '%shadow%'")
  expect(rows).toEqual([])
})

test('names a migration by its moment and its words, and never overwrites one', async () => {
  const dir = await copiedMigrations()
  const at = new Date('2027-03-04T05:06:07.890Z')
  const path = await writeMigration(' Add favourites! ', 'SELECT 1;\n', { at, dir })
  expect(basename(dirname(path))).toBe('20270304050607_add_favourites')
  expect(await readFile(path, 'utf8')).toBe('SELECT 1;\n')
  await expect(writeMigration('add favourites', 'SELECT 2;\n', { at, dir })).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(writeMigration('?!', '', { at, dir })).rejects.toThrow('Give the migration a name')
})

test('reads the migrations in their order, and leaves other files alone', async () => {
  const dir = await copiedMigrations()
  await writeMigration('later', 'SELECT 1;', { at: new Date('2090-01-01T00:00:00Z'), dir })
  await writeFile(join(dir, 'README.md'), 'not a migration')
  const { migrationDirectories, lockfile } = await readMigrations(dir)
  expect(migrationDirectories.at(-1)?.path).toBe('20900101000000_later')
  expect(migrationDirectories.map(({ path }) => path)).toEqual(migrationDirectories.map(({ path }) => path).toSorted())
  expect(lockfile.content).toContain('provider = "postgresql"')
})
