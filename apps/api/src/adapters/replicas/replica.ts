import { closeDatabase, createDatabase, createPool, type Database, type StatementObserver } from '@second-ring/database'
import type pg from 'pg'

/** A commit on the primary: its time by this process's `performance.now()`, and in seconds by the primary's clock. */
export interface Heartbeat {
  at: number
  committedAt: number
}

/** A server that replicates the database, as this process sees it. */
export interface Replica {
  /** Its host and port. */
  name: string
  /** Answers what it can; the primary answers what fails there. */
  database: Database
  /** Whether it answers, and lags by at most a second. */
  isInUse(): boolean
  /** Up to when it has all changes, by `performance.now()`. */
  upToDateAt(): number
  /** How old its data may be, in milliseconds. */
  lagMs(): number
  /** Measures its lag, once at a time. */
  measure(heartbeat: Heartbeat): Promise<void>
  stop(): Promise<void>
}

export interface ReplicaOptions {
  url: string
  primary: Database
  onStatement: StatementObserver
  /** Called when the replica is left out because it failed. */
  onTrouble: (error: unknown) => void
}

const LAG_MAX_MS = 1000
/** How long a replica that failed is left out, at least. */
const LEFT_OUT_MS = 1000
/** The primary answers in its place so soon that nobody takes it for an error. */
const CONNECT_MS = 500
const STATEMENT_MS = 2000
const MEASURE_MS = 500

/** One connection for measurements, which must not wait for those who read. */
export function createMeasuringPool(url: string, onLost?: (error: Error) => void): pg.Pool {
  const settings: pg.PoolConfig = {
    connectionString: url,
    application_name: 'second-ring-replicas',
    max: 1,
    connectionTimeoutMillis: MEASURE_MS,
    query_timeout: MEASURE_MS,
    keepAlive: true,
  }
  return createPool(settings, onLost)
}

/** Connects when it is first measured. */
export function createReplica({ url, primary, onStatement, onTrouble }: ReplicaOptions): Replica {
  let isWell = false
  let isReported = false
  let isMeasuring = false
  let leftOutUntil = 0
  let upToDateAt = Number.NEGATIVE_INFINITY
  const pool = createMeasuringPool(url, leaveOut)
  const database = createDatabase(url, {
    applicationName: 'second-ring-replica',
    connectionTimeoutMs: CONNECT_MS,
    statementTimeoutMs: STATEMENT_MS,
    observe: onStatement,
    otherwise: { database: primary, onFailure: leaveOut },
  })

  function leaveOut(error: unknown): void {
    if (!isReported) onTrouble(error)
    isReported = true
    isWell = false
    leftOutUntil = performance.now() + LEFT_OUT_MS
  }

  const lagMs = () => performance.now() - upToDateAt

  return {
    name: new URL(url).host,
    database,
    isInUse: () => isWell && lagMs() <= LAG_MAX_MS,
    upToDateAt: () => upToDateAt,
    lagMs,
    async measure({ at, committedAt }) {
      if (isMeasuring || performance.now() < leftOutUntil) return
      isMeasuring = true
      try {
        const behindMs = (committedAt - (await lastReplayedAt(pool))) * 1000
        if (performance.now() < leftOutUntil) return
        upToDateAt = at - Math.max(0, behindMs)
        isWell = true
        isReported = false
      } catch (error) {
        leaveOut(error)
      } finally {
        isMeasuring = false
      }
    },
    async stop() {
      await closeDatabase(database)
      await pool.end()
    },
  }
}

/**
 * When the last commit that a replica has replayed was made, in seconds by the primary's clock.
 * @throws Error when the server replicates nothing, such as after it has become a primary itself
 */
async function lastReplayedAt(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    `SELECT CASE WHEN pg_is_in_recovery() THEN
       coalesce(extract(epoch FROM pg_last_xact_replay_timestamp())::float8, 0) END AS seconds`,
  )
  const seconds = rows[0]?.seconds
  if (typeof seconds !== 'number') throw new Error('This server is no replica')
  return seconds
}
