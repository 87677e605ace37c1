import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Events } from './events.ts'

interface EventsOptions {
  databaseUrl: string
  /** Told when the connection breaks; it is opened again by itself. */
  onError: (error: unknown) => void
}

export interface RunningEvents extends Events {
  /** Opens the connection that listens. */
  start(): Promise<void>
  /** Ends what watches, then the connection. */
  stop(): Promise<void>
}

const CHANNEL = 'second_ring'
const RETRY_MS = 1000

/** Events by PostgreSQL's LISTEN on one connection of its own; triggers in the database announce them. */
export function createPostgresEvents({ databaseUrl, onError }: EventsOptions): RunningEvents {
  const listeners = new Map<string, Set<() => void>>()
  const closing = new AbortController()
  let client: pg.Client | null = null

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'second-ring-events',
      keepAlive: true,
    })
    next.on('error', onError)
    next.on('end', () => void reconnect())
    next.on('notification', ({ payload }) => call(listeners.get(payload ?? '')))
    await next.connect()
    await next.query(`LISTEN ${CHANNEL}`)
    client = next
  }

  async function reconnect(): Promise<void> {
    client = null
    while (!closing.signal.aborted && !client) {
      await wait(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined)
      if (!closing.signal.aborted) await connect().catch(onError)
    }
    for (const watching of listeners.values()) call(watching)
  }

  return {
    start: connect,
    watch(topic, listener) {
      const watching = listeners.get(topic) ?? new Set()
      listeners.set(topic, watching.add(listener))
      return () => {
        watching.delete(listener)
        if (watching.size === 0 && listeners.get(topic) === watching) listeners.delete(topic)
      }
    },
    closing: closing.signal,
    async stop() {
      closing.abort()
      await client?.end()
    },
  }
}

function call(watching: Iterable<() => void> = []): void {
  for (const listener of watching) listener()
}
