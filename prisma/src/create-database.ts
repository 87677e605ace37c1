import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { createPool } from './create-pool.ts'
import { isPooled } from './database-url.ts'
import { withFallbackPool } from './fallback-pool.ts'
import { PrismaClient } from './generated/client.ts'
import { observeStatements, type StatementObserver } from './observe-statements.ts'
import { poolOf, pools } from './pool-of.ts'
import { StatementClient, UnnamedClient } from './statement-client.ts'

export type Database = PrismaClient

export type DatabaseOptions = {
  /** The most connections that are open at once; 10 by default. */
  poolSize?: number
  /** How long to wait for a free connection, in milliseconds; 5,000 by default. */
  connectionTimeoutMs?: number
  /** How long one statement may run, in milliseconds; 10,000 by default, 0 for no limit. */
  statementTimeoutMs?: number
  /** Whether PgBouncer stands before the server, in transaction mode; as the URL says by default. */
  isPooled?: boolean
  /** The name under which the server lists the connections. */
  applicationName?: string
  /** Called when an idle connection breaks, such as when the server restarts. The pool replaces it. */
  onConnectionLost?: (error: Error) => void
  /** Called for each statement. */
  observe?: StatementObserver
  /** For a replica: the database that repeats statements that fail here, and a callback for errors that it did not have. */
  otherwise?: { database: Database; onFailure: (error: unknown) => void }
}

/** How much longer than the server's the client's time-out of a statement is. */
const PATIENCE_MS = 1000

/**
 * Opens the database of a PostgreSQL URL: Prisma's client over a pool of its own. Nothing is connected until the
 * first query. A transaction waits 5 s for its connection and may take 10 s.
 * @param url such as `postgresql://user:password@host:5432/name`
 * @returns the client; close it with {@link closeDatabase}
 */
export function createDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { connectionTimeoutMs = 5000, statementTimeoutMs = 10_000 } = options
  const settings: pg.PoolConfig = {
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    ...((options.isPooled ?? isPooled(url)) ? pooled(statementTimeoutMs) : ownSession(statementTimeoutMs)),
    // A replica that is cut off does not answer, and another one could.
    ...(options.otherwise && { query_timeout: statementTimeoutMs + PATIENCE_MS }),
    application_name: options.applicationName ?? 'second-ring',
    keepAlive: true,
    // Pipelines concurrent statements of a connection instead of waiting for each answer.
    pipeline: true,
  }
  const own = createPool(settings, options.onConnectionLost)
  const observed = options.observe ? observeStatements(own, options.observe) : own
  const { otherwise } = options
  const pool = otherwise
    ? withFallbackPool(observed, { pool: poolOf(otherwise.database), onFailure: otherwise.onFailure })
    : observed
  const database = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    transactionOptions: { maxWait: connectionTimeoutMs, timeout: 10_000 },
  })
  pools.set(database, pool)
  return database
}

function ownSession(statementTimeoutMs: number): pg.PoolConfig {
  return {
    Client: StatementClient,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 15_000,
  }
}

// PgBouncer rejects settings at the connection, and before 1.21 has no named statements (docs/decisions/023).
function pooled(statementTimeoutMs: number): pg.PoolConfig {
  const query_timeout = statementTimeoutMs > 0 ? statementTimeoutMs + PATIENCE_MS : 0
  return { Client: UnnamedClient, query_timeout }
}

/** Waits for running queries, then closes all connections, those of {@link poolOf} too. It is of no use afterwards. */
export async function closeDatabase(database: Database): Promise<void> {
  await database.$disconnect()
  const pool = poolOf(database)
  if (!pool.ending) await pool.end()
}
