import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createWatchers, inTime, type RunningEvents, together } from '#platform/events.ts'
import type { RedisLink } from '../redis/redis-link.ts'
import { CATCH_UP_MS, openListener, type PostgresListener } from './postgres-listener.ts'

interface RedisEventsOptions {
  redis: RedisLink
  /** What the processes of one database call each other by. */
  prefix: string
  /** Of the database itself, for the connection that listens and holds a lock. */
  databaseUrl: string
  /** Announces a word in the database, as its triggers do. */
  announce(word: string): Promise<void>
  /** Told when this process begins to pass on what happens. */
  onTerm: () => void
  /** Told when the news are cut off; they come again by themselves. */
  onError: (error: unknown) => void
}

/** How often the one that passes news on says so, and how long it may be silent, in milliseconds. */
const BEAT_MS = 250
const SILENCE_MS = 1000
const RETRY_MS = 1000
const LOCK = 'second-ring/events'
const FAREWELL = 'farewell'

/**
 * Events of all processes by one connection to PostgreSQL: whoever holds a lock there listens, and passes on to a channel of
 * Redis what it hears. Nobody passing on, or Redis away, each listens to PostgreSQL itself.
 */
export function createRedisEvents(options: RedisEventsOptions): RunningEvents {
  const { redis, databaseUrl, announce, onTerm, onError } = options
  const channel = `${options.prefix}:news`
  const watchers = createWatchers()
  const closing = new AbortController()
  const name = randomUUID()
  /** This process's own connection that listens. */
  let own: PostgresListener | null = null
  let openAgainAt = 0
  /** The term in which this process passes on; each begins anew, so that nobody takes two for one. */
  let term: string | null = null
  let terms = 0
  /** Whose words have come last, and when. */
  let heard = { term: '', at: Number.NEGATIVE_INFINITY }
  /** Whether what is passed on is known to be everything. */
  let isJoined = false
  let breaks = 0
  let marks = 0

  const isHeard = () => performance.now() - heard.at < SILENCE_MS

  function lose(): void {
    isJoined = false
    breaks += 1
    heard.at = Number.NEGATIVE_INFINITY
  }

  function hear(message: string): void {
    const [of = '', topic = ''] = message.split(' ')
    if (of !== heard.term) lose()
    heard = { term: of, at: performance.now() }
    if (topic === FAREWELL) lose()
    else if (topic !== '' && of !== term) watchers.call(topic)
  }

  async function say(topic: string): Promise<void> {
    await inTime(redis.publish(channel, `${term} ${topic}`), CATCH_UP_MS, 'Redis does not answer')
  }

  function passOn(topic: string): void {
    watchers.call(topic)
    // A word that is lost would not be missed by anyone: what comes after it belongs to another term.
    if (term !== null) say(topic).catch(stepDown)
  }

  function stepDown(): void {
    if (term === null) return
    term = null
    lose()
    own?.releaseLock(LOCK).catch(onError)
  }

  async function open(): Promise<void> {
    const listener = await openListener({ databaseUrl, onPayload: passOn, onError })
    if (closing.signal.aborted) return listener.end()
    own = listener
    void listener.ended.then(() => {
      if (own !== listener) return
      own = null
      term = null
      lose()
    })
  }

  async function openAgain(): Promise<void> {
    if (performance.now() < openAgainAt) return
    openAgainAt = performance.now() + RETRY_MS
    await open().then(watchers.callAll, onError)
  }

  async function stand(listener: PostgresListener): Promise<void> {
    if (!(await listener.takeLock(LOCK))) return
    terms += 1
    term = `${name}:${terms}`
    onTerm()
    await say('')
  }

  // Says nothing while its own connection does not answer: who hears it may rely on having been told of everything.
  async function lead(listener: PostgresListener): Promise<void> {
    await listener.hearAll()
    await say('').catch(stepDown)
  }

  /** Sends a word through the database and Redis: what was committed before it has come when it comes. */
  async function hearMark(): Promise<void> {
    marks += 1
    const mark = `mark:${name}:${marks}`
    const { promise: came, resolve } = Promise.withResolvers<void>()
    const stop = watchers.watch(mark, resolve)
    try {
      const there = Promise.all([announce(mark), came])
      await inTime(there, CATCH_UP_MS, 'The news are not passed on')
    } finally {
      stop()
    }
  }

  async function join(): Promise<void> {
    const before = breaks
    await hearMark()
    if (breaks !== before) return
    isJoined = true
    if (!own) watchers.callAll()
  }

  async function leaveDatabase(listener: PostgresListener): Promise<void> {
    own = null
    await listener.hearAll().catch(watchers.callAll)
    await listener.end()
  }

  async function look(): Promise<void> {
    if (own && term !== null) return lead(own)
    if (!isHeard()) isJoined = false
    else if (!isJoined) await join().catch(onError)
    if (isJoined) return own ? leaveDatabase(own) : undefined
    if (!own) await openAgain()
    if (own && redis.isUp() && !isHeard()) await stand(own)
  }

  async function keepLooking(): Promise<void> {
    while (!closing.signal.aborted) {
      await look().catch(onError)
      await wait(BEAT_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  async function hearNow(): Promise<void> {
    try {
      if (own) await own.hearAll()
      else if (isJoined && isHeard()) await hearMark()
    } catch (error) {
      lose()
      onError(error)
    }
  }

  return {
    async start() {
      redis.subscribe(channel, hear, lose)
      await open()
      void keepLooking()
    },
    watch: watchers.watch,
    watchAll: watchers.watchAll,
    caughtUp: together(hearNow),
    isListening: () => own !== null || (isJoined && isHeard()),
    closing: closing.signal,
    async stop() {
      closing.abort()
      lose()
      const listener = own
      own = null
      await listener?.end()
      if (term !== null) await say(FAREWELL).catch(() => undefined)
      term = null
    },
  }
}
