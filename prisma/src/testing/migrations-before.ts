import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { MIGRATIONS_DIR } from '../migration-files.ts'

/** A folder with this product's migrations from before this one, for the time of a test. */
export async function migrationsBefore(first: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of await readdir(MIGRATIONS_DIR)) {
    if (name < first || name === 'migration_lock.toml')
      await cp(join(MIGRATIONS_DIR, name), join(folder, name), { recursive: true })
  }
  return folder
}
