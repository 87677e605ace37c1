import { createPool } from '@second-ring/database'
import type pg from 'pg'

const PATIENCE_MS = 2000

/** A connection for looking after the server, apart from those that serve people: it is there when theirs are all taken. */
export function createOperationsPool(databaseUrl: string): pg.Pool {
  return createPool({
    connectionString: databaseUrl,
    application_name: 'second-ring-operations',
    max: 1,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    statement_timeout: PATIENCE_MS,
    allowExitOnIdle: true,
    keepAlive: true,
  })
}
