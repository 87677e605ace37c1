import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@second-ring/sandbox/postgres/start-postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '../migrate.ts'
import { TEMPLATE } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL, up to the name of a database. */
    serverUrl: string
  }
}

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
