import { createHash } from 'node:crypto'
import { MAX_AGE_HEADER } from '@second-ring/contracts/shared-reads'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Events, EventTopic } from '#platform/events.ts'
import type { Platform } from '#platform/platform.ts'
import { platformFor } from '#platform/readers.ts'
import type { Counters } from '#platform/telemetry.ts'
import { bodyAsAccepted, isCompressible } from './compressed-body.ts'
import { SESSION_COOKIE } from './rest/session-cookie.ts'

/** What the handlers of a request declare of its answer. It is cached only when all of its calls share it. */
export interface Sharing {
  /** The names of the calls that the request makes, for the metrics. */
  readonly calls: string[]
  /** Whether the client limits how old the answer may be. */
  readonly isFresh: boolean
  /** Declares a call's answer the same for everyone until one of these topics changes; called before it is read. */
  share(topics: readonly EventTopic[]): void
  /** Declares a call's answer the caller's own. */
  keepPrivate(): void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when nothing of the answer is shared. */
    sharing: Flight | null
  }
  interface FastifyContextConfig {
    /** Whether answers may be shared, as the handlers declare. */
    mayShare?: boolean
    /** Whether the answer is the same for everyone, whoever asks for it. */
    isForEveryone?: boolean
    /** The URL without what the answer does not depend on. */
    cacheUrl?: (url: string) => string
  }
}

interface CacheParts {
  events: Pick<Events, 'watch' | 'isListening'>
  counters: Pick<Counters, 'call'> | null
  /** Whether it stores answers; otherwise they only get their headers. */
  isOn: boolean
  /** In milliseconds. */
  now?: () => number
}

/** An answer that is the same for everyone. */
interface Entry {
  status: number
  headers: Headers
  body: Buffer
  calls: string[]
  startedAt: number
}

type Headers = Record<string, number | string | string[] | undefined>

/** A request that reads for all who ask for the same meanwhile. */
interface Flight extends Sharing {
  startedAt: number
  /** Resolves with what may be sent to the others, or with why nothing may. */
  outcome: Promise<Outcome>
  /** What the answer's headers are before the handler. */
  outside: Headers
  isShared(): boolean
  end(outcome: Outcome): void
}

type Outcome = Entry | 'private' | 'failed'

/** How old an answer gets, in milliseconds. Events drop it sooner; when one is lost, it is still younger than a second. */
const MAX_AGE_MS = 900
const MAX_BYTES = 8 * 1024 * 1024
/** What an entry takes beside its body and its key. */
const ENTRY_BYTES = 1000
const CACHED_STATUSES = [200, 301, 404, 410]

/**
 * Declares a call's answer the same for everyone until one of these topics changes.
 * @returns the platform to read from
 */
export function readShared(platform: Platform, sharing: Sharing | null, topics: readonly EventTopic[]): Platform {
  if (!sharing) return platform
  sharing.share(topics)
  return platformFor(platform, { topics, isFresh: sharing.isFresh })
}

/**
 * Caches answers as bytes, in this process, on routes that may share them; requests with a bearer or a session's cookie
 * bypass it. Concurrent requests for the same key share one read. An entry lives at most 0.9 s, and is dropped when one of
 * its topics changes.
 */
export function responseCache(app: FastifyInstance, parts: CacheParts): void {
  const { events, counters, isOn, now = () => performance.now() } = parts
  const flights = new Map<string, Flight>()
  const unwatching = new WeakMap<Entry, () => void>()
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + ENTRY_BYTES,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now },
    dispose: entry => unwatching.get(entry)?.(),
  })
  const isCaching = () => isOn && events.isListening()

  app.decorateRequest('sharing', null)
  app.addHook('preValidation', async (request, reply) => {
    if (!request.routeOptions.config.mayShare || !isRead(request)) return
    const { isForEveryone } = request.routeOptions.config
    if (!isForEveryone) addVary(reply, ['authorization', 'cookie'])
    if (!isForEveryone && isPersonal(request)) return
    const askedAt = now()
    const found = await answerOrFlight(request, reply)
    if (found === null) return
    if ('share' in found) {
      request.sharing = found
      return
    }
    const { status, headers, body, calls } = found
    const call = { outcome: status < 400 ? 'OK' : 'NOT_FOUND', seconds: (now() - askedAt) / 1000 }
    for (const name of calls) counters?.call({ name, ...call })
    reply.code(status).headers(headers)
    const accepted = await bodyAsAccepted(request, reply, body)
    return reply.send(bodyFor(request, reply, accepted) ?? undefined)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const { sharing: flight } = request
    if (!flight) return payload
    const isShared = flight.isShared() && mayBeStored(reply)
    const body = isShared ? await openBody(reply, payload) : null
    const { statusCode: status } = reply
    const isCacheable = isShared && CACHED_STATUSES.includes(status)
    if (isCacheable) reply.header('cache-control', 'no-cache')
    if (isCacheable && !request.routeOptions.config.isForEveryone) addVary(reply, ['authorization', 'cookie'])
    if (isCacheable && isCompressible(reply)) addVary(reply, ['accept-encoding'])
    if (!isCacheable || body === null) {
      flight.end(status >= 500 ? 'failed' : 'private')
      return body ?? payload
    }
    if (status === 200) reply.header('etag', `"${createHash('sha1').update(body).digest('base64url')}"`)
    const { startedAt, calls, outside } = flight
    flight.end({ status, headers: ownHeaders(reply, outside), body, calls, startedAt })
    return bodyFor(request, reply, await bodyAsAccepted(request, reply, body))
  })

  /** The answer to send, or the flight that reads it; null when whoever asks reads an answer of their own. */
  async function answerOrFlight(request: FastifyRequest, reply: FastifyReply): Promise<Entry | Flight | null> {
    const key = keyOf(request)
    const maxAge = maxAgeOf(request)
    const notBefore = now() - maxAge
    while (isCaching()) {
      const entry = entries.get(key)
      if (entry && entry.startedAt >= notBefore) return entry
      const flight = flights.get(key)
      if (!flight) break
      const outcome = await flight.outcome
      if (outcome === 'private' || reply.raw.destroyed) return null
      if (outcome !== 'failed' && outcome.startedAt >= notBefore) return outcome
    }
    const flight = begin(key, { outside: { ...reply.getHeaders() }, isFresh: maxAge !== Number.POSITIVE_INFINITY })
    if (isCaching() && request.method === 'GET') flights.set(key, flight)
    // Also when the client leaves before the answer.
    reply.raw.once('close', () => flight.end('failed'))
    return flight
  }

  function begin(key: string, { outside, isFresh }: Pick<Flight, 'outside' | 'isFresh'>): Flight {
    const topics = new Map<EventTopic, () => void>()
    const { promise: outcome, resolve } = Promise.withResolvers<Outcome>()
    let isPrivate = false
    let entry: Entry | undefined
    let isOver = false
    const unwatch = () => {
      for (const stop of topics.values()) stop()
    }
    // Callers that wait came before the change; later ones get a new response.
    const drop = () => {
      if (flights.get(key) === flight) flights.delete(key)
      if (entry && entries.peek(key) === entry) entries.delete(key)
    }
    const flight: Flight = {
      startedAt: now(),
      outcome,
      outside,
      calls: [],
      isFresh,
      isShared: () => topics.size > 0 && !isPrivate,
      share(declared) {
        // Nobody stops what is watched after the end.
        if (isOver) return
        for (const topic of declared) if (!topics.has(topic)) topics.set(topic, events.watch(topic, drop))
      },
      keepPrivate() {
        isPrivate = true
      },
      end(ended) {
        if (isOver) return
        isOver = true
        const isCurrent = flights.get(key) === flight && flights.delete(key)
        if (isCurrent && typeof ended === 'object' && isCaching()) {
          entry = ended
          unwatching.set(entry, unwatch)
          entries.set(key, entry, { start: flight.startedAt })
        }
        if (!entry || entries.peek(key) !== entry) unwatch()
        resolve(ended)
      },
    }
    return flight
  }
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Whether the answer may be the caller's own. */
function isPersonal({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || headers.cookie?.includes(SESSION_COOKIE) === true
}

/** Whether the handlers leave the answer to be stored; one for a caller who has signed in is `no-store`. */
function mayBeStored(reply: FastifyReply): boolean {
  const isForbidden = `${reply.getHeader('cache-control') ?? ''}`.includes('no-store')
  return !isForbidden && reply.getHeader('set-cookie') === undefined
}

/** One URL may be a page for a browser that navigates to it, and data for every other client. */
function keyOf({ headers, url, routeOptions }: FastifyRequest): string {
  const { cacheUrl } = routeOptions.config
  return `${headers['sec-fetch-dest'] === 'document' ? 'page' : 'data'} ${cacheUrl ? cacheUrl(url) : url}`
}

/** How old an answer may be that the client takes, in milliseconds. A duration: no clock is compared with another's. */
function maxAgeOf({ headers }: FastifyRequest): number {
  const given = headers[MAX_AGE_HEADER]
  return typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : Number.POSITIVE_INFINITY
}

function addVary(reply: FastifyReply, by: readonly string[]): FastifyReply {
  const vary = reply.getHeader('vary')
  const names = typeof vary === 'string' ? vary.split(', ') : []
  return reply.header('vary', [...new Set([...names, ...by])].join(', '))
}

/** The whole of an answer; null of one that comes piece by piece. */
async function openBody(reply: FastifyReply, payload: unknown): Promise<Buffer | null> {
  if (typeof payload === 'string') return Buffer.from(payload)
  if (Buffer.isBuffer(payload)) return payload
  if (!(payload instanceof Response)) return null
  reply.code(payload.status).headers(Object.fromEntries(payload.headers))
  return Buffer.from(await payload.arrayBuffer())
}

/** The headers that the handler has given the answer. */
function ownHeaders(reply: FastifyReply, outside: Headers): Headers {
  const own = Object.entries(reply.getHeaders()).filter(([name, value]) => outside[name] !== value)
  return Object.fromEntries(own)
}

/** The body, or nothing for a client that has it already. HEAD is answered as whole as it is, for its length. */
function bodyFor({ method, headers }: FastifyRequest, reply: FastifyReply, body: Buffer): Buffer | null {
  const etag = reply.getHeader('etag')
  const known = headers['if-none-match']?.replaceAll('W/', '').split(/, */) ?? []
  if (typeof etag !== 'string' || !known.includes(etag) || method === 'HEAD') return body
  reply.code(304)
  return null
}
