import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '../migrate.ts'
import { TEMPLATE } from './database.ts'

/** One PostgreSQL for the whole run, with a migrated database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-database-'))
  const server = await startPostgres({ dataDir: join(folder, 'data'), durable: false })
  await migrate(server.url(TEMPLATE))
  project.provide('serverUrl', server.url(''))
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
