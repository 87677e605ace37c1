import { closeDatabase, createDatabase, type Database, type StatementObserver } from '@second-ring/database'
import type { Position } from './changes-ahead.ts'
import { replayedTo } from './log-position.ts'
import { createLookPool } from './look-pool.ts'

/** A server that replicates the database, as this process sees it. */
export interface Replica {
  /** Its host and port. */
  name: string
  /** Answers what it can; the primary answers what fails there. */
  database: Database
  /** Whether it answers, and keeps up. */
  isInUse(): boolean
  /** How far it was at the last look. */
  position(): Position
  /** For how long it has been behind, in milliseconds. */
  lagMs(): number
  /** Looks how far it is; what is further on at the primary is what it is behind. */
  look(endOfLog: Position): Promise<void>
  stop(): Promise<void>
}

export interface ReplicaOptions {
  url: string
  primary: Database
  onStatement: StatementObserver
  /** Told when it is left out. */
  onTrouble: (error: unknown) => void
}

/** How long it may be behind before it is left out: as long as an answer may be old. */
const LAG_MAX_MS = 1000
/** How long it is left out after it failed, at least. */
const LEFT_OUT_MS = 1000
/** The primary answers in its place so soon that nobody takes it for an error. */
const CONNECT_MS = 500
const STATEMENT_MS = 2000

/** Connects when it is first asked. */
export function createReplica({ url, primary, onStatement, onTrouble }: ReplicaOptions): Replica {
  let isWell = false
  let isTold = false
  let leftOutUntil = 0
  let replayed: Position = 0
  let behind: { position: Position; since: number } | null = null
  let looking = false
  // A server that comes back may be behind where it was seen.
  const pool = createLookPool(url, leaveOut)
  const database = createDatabase(url, {
    applicationName: 'second-ring-replica',
    connectionTimeoutMs: CONNECT_MS,
    statementTimeoutMs: STATEMENT_MS,
    observe: onStatement,
    otherwise: { database: primary, onFailure: leaveOut },
  })

  function leaveOut(error: unknown): void {
    if (!isTold) onTrouble(error)
    isTold = true
    isWell = false
    leftOutUntil = performance.now() + LEFT_OUT_MS
  }

  function lagMs(): number {
    return behind ? performance.now() - behind.since : 0
  }

  return {
    name: new URL(url).host,
    database,
    isInUse: () => isWell && lagMs() <= LAG_MAX_MS,
    position: () => replayed,
    lagMs,
    async look(endOfLog) {
      if (looking || performance.now() < leftOutUntil) return
      looking = true
      try {
        replayed = await replayedTo(pool)
        if (!behind || replayed >= behind.position) {
          behind = replayed < endOfLog ? { position: endOfLog, since: performance.now() } : null
        }
        if (performance.now() < leftOutUntil) return
        isWell = true
        isTold = false
      } catch (error) {
        leaveOut(error)
      } finally {
        looking = false
      }
    },
    async stop() {
      await closeDatabase(database)
      await pool.end()
    },
  }
}
