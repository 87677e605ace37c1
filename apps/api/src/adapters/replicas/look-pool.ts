import { createPool } from '@second-ring/database'
import type pg from 'pg'

const PATIENCE_MS = 500

/** One connection for looking how far a server is, which must not wait for those who read there. */
export function createLookPool(url: string, onLost?: (error: Error) => void): pg.Pool {
  const settings: pg.PoolConfig = {
    connectionString: url,
    application_name: 'second-ring-replicas',
    max: 1,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    keepAlive: true,
  }
  // One that breaks between two looks is replaced at the next.
  return createPool(settings, onLost)
}
