import { randomUUID } from 'node:crypto'
import { cloneDatabase } from '@second-ring/postgres-embedded/template'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL, up to the name of a database. */
    serverUrl: string
  }
}

/** The migrated database that tests copy. */
export const TEMPLATE = 'migrated'

/** The address of a database of the run's server; of one that does not exist yet when no name is given. */
export function addressOf(name = `test_${randomUUID().replaceAll('-', '')}`): string {
  return `${inject('serverUrl')}${name}`
}

/** A migrated, empty database of one's own, and its address. */
export async function migratedDatabase(): Promise<string> {
  const address = addressOf()
  return cloneDatabase({ url: addressOf }, TEMPLATE, new URL(address).pathname.slice(1))
}

/** A connection that is closed when the test has ended. */
export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
