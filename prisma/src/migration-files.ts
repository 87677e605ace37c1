import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg'

/** The folder of this product's migrations. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../migrations', import.meta.url))

const LOCK_FILE = 'migration_lock.toml'

/** The migrations of a folder in their order, read from disk as Prisma's engine takes them. */
export async function readMigrations(dir = MIGRATIONS_DIR): Promise<MigrationList> {
  const entries = await readdir(dir, { withFileTypes: true })
  const names = entries
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .sort()
  return {
    baseDir: dir,
    lockfile: { path: LOCK_FILE, content: await readFile(join(dir, LOCK_FILE), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async name => {
        const value = await readFile(join(dir, name, 'migration.sql'), 'utf8')
        return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
      }),
    ),
  }
}

/**
 * Writes the next migration of a folder, named by its moment (UTC, to the second) and what it does.
 * @param name words about what changes, such as `add favourites`
 * @returns the path of its migration.sql
 * @throws Error when the name has no letter or digit, or the migration exists
 */
export async function writeMigration(name: string, sql: string, options: { at: Date; dir?: string }): Promise<string> {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  if (slug === '') throw new Error('Give the migration a name, such as: pnpm db:diff add_favourites')
  const moment = options.at.toISOString().slice(0, 19).replaceAll(/\D/g, '')
  const folder = join(options.dir ?? MIGRATIONS_DIR, `${moment}_${slug}`)
  await mkdir(folder)
  const path = join(folder, 'migration.sql')
  await writeFile(path, sql, { flag: 'wx' })
  return path
}
