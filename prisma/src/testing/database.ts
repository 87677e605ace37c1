import { randomUUID } from 'node:crypto'
import { cloneDatabase } from '@second-ring/postgres-embedded/template'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the run's PostgreSQL, up to the name of a database. */
    serverUrl: string
  }
}

/** The migrated database that tests copy. */
export const TEMPLATE = 'migrated'

/** The URL of a database of the run's server; of a new name when none is given. */
export function databaseUrl(name = `test_${randomUUID().replaceAll('-', '')}`): string {
  return `${inject('serverUrl')}${name}`
}

/** A migrated, empty database for one test, and its URL. */
export async function migratedDatabase(): Promise<string> {
  const url = databaseUrl()
  return cloneDatabase({ url: databaseUrl }, TEMPLATE, new URL(url).pathname.slice(1))
}

/** A connection that is closed when the test has ended. */
export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
