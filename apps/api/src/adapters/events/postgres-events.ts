import { setTimeout as wait } from 'node:timers/promises'
import { createWatchers, type RunningEvents, together } from '#platform/events.ts'
import { type Heartbeat, openListener, type PostgresListener } from './postgres-listener.ts'

interface EventsOptions {
  databaseUrl: string
  /** Told when the connection breaks; it is opened again by itself. */
  onError: (error: unknown) => void
  heartbeat?: Heartbeat
}

const RETRY_MS = 1000

/** Events by PostgreSQL's LISTEN on one connection of its own; triggers in the database announce them. */
export function createPostgresEvents({ databaseUrl, onError, heartbeat }: EventsOptions): RunningEvents {
  const watchers = createWatchers()
  const closing = new AbortController()
  let listener: PostgresListener | null = null

  const open = () => openListener({ databaseUrl, onPayload: watchers.call, onError, heartbeat })

  // One loop for the life of the process: a connection that could not be opened has an end too, and must not begin another.
  async function stayConnected(): Promise<void> {
    while (!closing.signal.aborted) {
      await listener?.ended
      listener = null
      await wait(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      listener = await open().catch(error => {
        onError(error)
        return null
      })
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
