import { setTimeout as wait } from 'node:timers/promises'
import { createWatchers, type RunningEvents } from '#platform/events.ts'
import { type Heartbeat, openListener, type PostgresListener } from './postgres-listener.ts'

interface EventsOptions {
  /** Of the database itself: a pool that lends connections by the transaction delivers nothing. */
  databaseUrl: string
  /** Called when the connection breaks or cannot be opened; it is opened again by itself. */
  onError: (error: unknown) => void
  heartbeat?: Heartbeat
}

/** How long to wait before the connection is opened again: twice as long after each failure, in milliseconds. */
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2000

/**
 * Events by PostgreSQL's LISTEN on one connection of this process; triggers in the database announce them. Once a connection
 * that was lost is there again, everything that is watched is called, for it may have missed something.
 */
export function createPostgresEvents({ databaseUrl, onError, heartbeat }: EventsOptions): RunningEvents {
  const watchers = createWatchers()
  const closing = new AbortController()
  let listener: PostgresListener | null = null

  const open = () => openListener({ databaseUrl, onPayload: watchers.call, onError, heartbeat })

  // One loop for the life of the process: a connection that could not be opened has an end too, and must not begin another.
  async function stayConnected(): Promise<void> {
    let retryMs = RETRY_MIN_MS
    while (!closing.signal.aborted) {
      await listener?.ended
      listener = null
      await wait(retryMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      listener = await open().catch(error => {
        onError(error)
        return null
      })
      retryMs = listener ? RETRY_MIN_MS : Math.min(2 * retryMs, RETRY_MAX_MS)
      if (listener) watchers.callAll()
    }
    await listener?.end()
  }

  async function hearNow(): Promise<void> {
    const listening = listener
    try {
      await listening?.hearAll()
    } catch (error) {
      onError(error)
      if (listener === listening) listener = null
    }
  }

  return {
    async start() {
      listener = await open()
      void stayConnected()
    },
    watch: watchers.watch,
    watchAll: watchers.watchAll,
    caughtUp: together(hearNow),
    isListening: () => listener !== null,
    closing: closing.signal,
    async stop() {
      closing.abort()
      await listener?.end()
    },
  }
}

/**
 * Callers that come while the work is done share the next run of it, which begins after what they did.
 * @param work must not fail
 */
function together(work: () => Promise<void>): () => Promise<void> {
  let current = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= current.then(() => {
      next = null
      current = work()
      return current
    })
    return next
  }
}
