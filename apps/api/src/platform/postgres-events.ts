import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Events } from './events.ts'

interface EventsOptions {
  databaseUrl: string
  /** Told when the connection breaks; it is opened again by itself. */
  onError: (error: unknown) => void
}

export interface RunningEvents extends Events {
  /** Calls the listener with each topic that something happens to, and with null after a break, when anything may have. */
  watchAll(listener: (topic: string | null) => void): () => void
  /** Opens the connection that listens. */
  start(): Promise<void>
  /** Ends what watches, then the connection. */
  stop(): Promise<void>
}

const CHANNEL = 'second_ring'
const RETRY_MS = 1000
const CONNECT_MS = 5000
/** How long an answer waits for the news of its own change. */
const CATCH_UP_MS = 500

interface Connection {
  client: pg.Client
  /** Settles when it has ended, for whatever reason. */
  ended: Promise<void>
  /** Counts it as ended, whether or not the other side ever says so. */
  giveUp(): void
}

/** Events by PostgreSQL's LISTEN on one connection of its own; triggers in the database announce them. */
export function createPostgresEvents({ databaseUrl, onError }: EventsOptions): RunningEvents {
  const listeners = new Map<string, Set<() => void>>()
  const watchingAll = new Set<(topic: string | null) => void>()
  const closing = new AbortController()
  let connection: Connection | null = null
  let hearing: Promise<void> = Promise.resolve()
  let nextHearing: Promise<void> | null = null

  async function connect(): Promise<Connection> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'second-ring-events',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    })
    client.on('error', onError)
    client.on('notification', ({ payload = '' }) => {
      for (const listener of watchingAll) listener(payload)
      call(listeners.get(payload))
    })
    const { promise: ended, resolve: giveUp } = Promise.withResolvers<void>()
    client.once('end', () => giveUp())
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      // One that was let in and then not heard would stay.
      await client.end()
      throw error
    }
    return { client, ended, giveUp }
  }

  // One loop for the life of the process: a connection that could not be opened has an end too, and must not begin another.
  async function stayConnected(): Promise<void> {
    while (!closing.signal.aborted) {
      await connection?.ended
      connection = null
      await wait(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      connection = await connect().catch(error => {
        onError(error)
        return null
      })
      if (!connection) continue
      for (const listener of watchingAll) listener(null)
      for (const watching of listeners.values()) call(watching)
    }
    await connection?.client.end()
  }

  // The server tells a connection of what was committed before it answers the connection's next statement.
  async function hearAll(listening: Connection): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('The connection that listens does not answer')), CATCH_UP_MS)
    try {
      await Promise.race([listening.client.query('SELECT'), late])
    } catch (error) {
      onError(error)
      if (connection === listening) connection = null
      listening.giveUp()
      listening.client.end().catch(() => undefined)
    } finally {
      clearTimeout(timer)
    }
  }

  // Whoever comes while it is asked waits for the next time, all of them for the same: what they did came before that.
  function hearTogether(): Promise<void> {
    nextHearing ??= hearing.then(hearNext, hearNext)
    return nextHearing
  }

  function hearNext(): Promise<void> {
    nextHearing = null
    hearing = hearNow()
    return hearing
  }

  async function hearNow(): Promise<void> {
    if (connection) await hearAll(connection)
  }

  return {
    async start() {
      connection = await connect()
      void stayConnected()
    },
    watch(topic, listener) {
      const watching = listeners.get(topic) ?? new Set()
      listeners.set(topic, watching.add(listener))
      return () => {
        watching.delete(listener)
        if (watching.size === 0 && listeners.get(topic) === watching) listeners.delete(topic)
      }
    },
    watchAll(listener) {
      watchingAll.add(listener)
      return () => void watchingAll.delete(listener)
    },
    caughtUp: hearTogether,
    isListening: () => connection !== null,
    closing: closing.signal,
    async stop() {
      closing.abort()
      await connection?.client.end()
    },
  }
}

function call(watching: Iterable<() => void> = []): void {
  for (const listener of watching) listener()
}
