import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** A connection on which PostgreSQL delivers what is announced. It ends by itself when the server goes silent. */
export interface PostgresListener {
  /**
   * Resolves once all that was committed before the call has been delivered.
   * @throws when the server does not answer in time; the connection has ended then
   */
  hearAll(): Promise<void>
  /** Settles when it has ended, for whatever reason. */
  ended: Promise<void>
  end(): Promise<void>
}

/** How often the server must answer, and how long that may take, in milliseconds. */
export interface Heartbeat {
  everyMs: number
  timeoutMs: number
}

interface ListenerOptions {
  databaseUrl: string
  onPayload: (payload: string) => void
  onError: (error: unknown) => void
  heartbeat?: Heartbeat | undefined
}

/** A connection that went silent is found within five seconds: nothing else would find it for minutes. */
const HEARTBEAT: Heartbeat = { everyMs: 2000, timeoutMs: 2000 }
/** Where triggers announce what happens. */
const CHANNEL = 'second_ring'
const CONNECT_MS = 5000
/** How long a response waits for the event of its own change. */
const CATCH_UP_MS = 500

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
    // One that was let in and does not listen would stay.
    await client.end()
    throw error
  }

  // The server delivers what was committed before it answers the connection's next statement.
  async function hearAll(withinMs = CATCH_UP_MS): Promise<void> {
    try {
      await inTime(client.query('SELECT'), withinMs, 'The connection that listens does not answer')
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
      if (!signal.aborted) await hearAll(heartbeat.timeoutMs).catch(onError)
    }
  }
  void beat()

  return {
    ended,
    hearAll: () => hearAll(),
    async end() {
      giveUp()
      await inTime(client.end(), CATCH_UP_MS, 'The connection that listens does not end').catch(() =>
        client.connection.stream.destroy(),
      )
    },
  }
}

const STEPS = 10

/**
 * Resolves with the work's result when it comes in time.
 * @throws Error with the complaint otherwise
 */
async function inTime<T>(work: Promise<T>, ms: number, complaint: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  // In steps: while the event loop is blocked none is taken, and an answer that has come meanwhile is read in time.
  let steps = 0
  const timer = setInterval(() => {
    steps += 1
    if (steps === STEPS) reject(new Error(complaint))
  }, ms / STEPS)
  try {
    return await Promise.race([work, late])
  } finally {
    clearInterval(timer)
  }
}
