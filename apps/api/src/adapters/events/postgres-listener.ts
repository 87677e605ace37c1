import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { inTime } from '#platform/events.ts'

/** A connection on which PostgreSQL tells what is announced. It ends by itself when the server goes silent. */
export interface PostgresListener {
  /**
   * Resolves once it has told of all that was committed before the call.
   * @throws when it does not answer in time; it has ended then
   */
  hearAll(): Promise<void>
  /** Whether this session has the lock now; others are refused it until it ends. */
  takeLock(name: string): Promise<boolean>
  releaseLock(name: string): Promise<void>
  /** Settles when it has ended, for whatever reason. */
  ended: Promise<void>
  end(): Promise<void>
}

/** How often it is looked whether the server still answers, and how long that may take, in milliseconds. */
export interface Heartbeat {
  everyMs: number
  timeoutMs: number
}

interface ListenerOptions {
  /** Of the database itself: a pool that lends connections by the transaction tells nothing. */
  databaseUrl: string
  onPayload: (payload: string) => void
  onError: (error: unknown) => void
  heartbeat?: Heartbeat | undefined
}

/** A connection that went silent is noticed within five seconds: nothing else would say so for minutes. */
const HEARTBEAT: Heartbeat = { everyMs: 2000, timeoutMs: 2000 }
/** Where triggers announce what happens. */
export const CHANNEL = 'second_ring'
const CONNECT_MS = 5000
/** How long an answer waits for the news of its own change. */
export const CATCH_UP_MS = 500

/**
 * Opens one.
 * @throws when the database does not let it in
 */
export async function openListener(options: ListenerOptions): Promise<PostgresListener> {
  const { databaseUrl, onPayload, onError, heartbeat = HEARTBEAT } = options
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'second-ring-events',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
  client.on('error', onError)
  client.on('notification', ({ payload = '' }) => onPayload(payload))
  const { promise: ended, resolve: giveUp } = Promise.withResolvers<void>()
  const over = new AbortController()
  client.once('end', () => giveUp())
  void ended.then(() => over.abort())
  try {
    await client.connect()
    await client.query(`LISTEN ${CHANNEL}`)
  } catch (error) {
    // One that was let in and then not heard would stay.
    await client.end()
    throw error
  }

  async function ask(statement: string, values: string[] = [], withinMs = CATCH_UP_MS): Promise<pg.QueryResult> {
    try {
      return await inTime(client.query(statement, values), withinMs, 'The connection that listens does not answer')
    } catch (error) {
      // It counts as ended, whether or not the other side ever says so.
      giveUp()
      client.end().catch(() => undefined)
      throw error
    }
  }

  async function beat(): Promise<void> {
    const { signal } = over
    while (!signal.aborted) {
      await wait(heartbeat.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (!signal.aborted) await ask('SELECT', [], heartbeat.timeoutMs).catch(onError)
    }
  }
  void beat()

  async function end(): Promise<void> {
    giveUp()
    await inTime(client.end(), CATCH_UP_MS, 'The connection that listens does not end').catch(() =>
      client.connection.stream.destroy(),
    )
  }

  return {
    ended,
    // The server tells a connection of what was committed before it answers the connection's next statement.
    async hearAll() {
      await ask('SELECT')
    },
    async takeLock(name) {
      const { rows } = await ask('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS "isMine"', [name])
      return rows[0]?.isMine === true
    },
    async releaseLock(name) {
      await ask('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name])
    },
    end,
  }
}
