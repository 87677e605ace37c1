import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import underPressure from '@fastify/under-pressure'
import { DomainError } from '@second-ring/contracts/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createAddressPlaces } from './address-places.ts'
import { createBoundedServer } from './bounded-message.ts'
import { createHeavyAddresses } from './heavy-addresses.ts'
import { corsHeadersFor } from './rest/cors.ts'
import { trpcErrorBody } from './trpc/answer-error.ts'
import { RPC_PREFIX } from './trpc/wire.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route has a bound of its own on how many requests it works on, such as uploads have. */
    hasOwnBound?: boolean
    /** Whether the work ends without an answer when the client leaves, as that of a proxy does. */
    endsWithClient?: boolean
  }
}

export interface LoadLimits {
  /** How many requests are worked on at once; the next is turned away. */
  maxInFlight: number
  /** How late the event loop may be, on the average of a second, before everyone is turned away; 0 for however late. */
  maxEventLoopDelayMs: number
}

interface AdmissionParts {
  limits: LoadLimits
  /** Aborted when the server is about to stop: from then on each answer is the last of its connection. */
  stopping: AbortSignal
  /** The other sites whose pages may read that the server is busy. */
  corsOrigins: readonly string[]
  /** The proxies whose word on where a request came from is taken. */
  trustedProxies: string[]
  onShed(): void
}

/** Admission control of the server. */
export interface Admission {
  /** A server that lets in what can be answered, and turns the rest away before anything is done for it. */
  createServer(serve: RequestListener, options?: ServerOptions): Server
  /** Lets admission know how the app behind it is getting on. */
  watch(app: FastifyInstance): Promise<void>
  inFlight(): number
  /** Whether it has turned somebody away in the last ten seconds. */
  isShedding(): boolean
}

// Shorter samples hold so little that a single pause would count as drowning.
const SAMPLE_MS = 1000
const LOG_EVERY_MS = 10_000
/** Which part of the server's places one address has at most. */
const ADDRESS_SHARE = 1 / 2
/** Health checks are answered even when the server is overloaded. */
const exempt = /^\/(?:healthz|readyz)(?:\?|$)/

function busy(retryAfterS: number): DomainError {
  return new DomainError('UNAVAILABLE', 'The server is very busy. Try again in a moment.', { retryAfterS })
}

/**
 * Turns requests away, cheaply and at once, when more are being worked on than the server can answer in good time, so that
 * those it has let in are answered. They may try again a moment later. A request is worked on from when all of it has
 * arrived until its answer is ready: who sends or reads slowly takes nobody's place. One address has half of the places at
 * most, and its next requests wait for its own. When the process cannot keep up, addresses that ask for most give way first.
 */
export function createAdmission({ limits, stopping, corsOrigins, trustedProxies, onShed }: AdmissionParts): Admission {
  const working = new Set<FastifyReply>()
  const addressPlaces = createAddressPlaces({
    atOnce: Math.ceil(limits.maxInFlight * ADDRESS_SHARE),
    waiting: limits.maxInFlight,
  })
  const heavyAddresses = createHeavyAddresses(trustedProxies)
  const leave = new WeakMap<FastifyReply, () => void>()
  const answering = new Set<ServerResponse>()
  const error = busy(1)
  const { message, code } = error
  const bodies = {
    rest: JSON.stringify({ message, code }),
    rpc: JSON.stringify(trpcErrorBody(error, null)),
  }
  let app: FastifyInstance | null = null
  let shed = 0
  let shedAt = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY
  stopping.addEventListener('abort', () => {
    for (const response of answering) if (!response.headersSent) response.setHeader('connection', 'close')
  })

  function end(reply: FastifyReply): void {
    working.delete(reply)
    leave.get(reply)?.()
  }

  const isFull = () => working.size >= limits.maxInFlight

  /** Counts one that is turned away. Returns in how many seconds it may come again. */
  function countShed(): number {
    shed += 1
    onShed()
    shedAt = performance.now()
    if (shedAt - loggedAt >= LOG_EVERY_MS) {
      loggedAt = shedAt
      app?.log.warn({ inFlight: working.size, shed }, 'too much to do: turning requests away')
    }
    // One, two or three seconds, so that they do not all come back at once.
    return (shed % 3) + 1
  }

  function turnAway({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    const isRpc = url.startsWith(`${RPC_PREFIX}/`)
    const body = isRpc ? bodies.rpc : bodies.rest
    response.writeHead(503, {
      'retry-after': `${countShed()}`,
      ...(!isRpc && corsHeadersFor(corsOrigins, headers.origin)),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-content-type-options': 'nosniff',
    })
    response.end(body)
  }

  const admit =
    (serve: RequestListener): RequestListener =>
    (request: IncomingMessage, response: ServerResponse): void => {
      // Of a connection that has ended Node still hands out the requests that came before.
      if (request.socket.destroyed) return
      if (stopping.aborted) response.setHeader('connection', 'close')
      // The answer to a preflight costs nothing, and without it no page of another site could read that the server is busy.
      const isAnswered = exempt.test(request.url ?? '') || request.method === 'OPTIONS'
      const givesWay = heavyAddresses.givesWay(request)
      if (!isAnswered && (isFull() || (givesWay && app?.isUnderPressure()))) turnAway(request, response)
      else {
        answering.add(response)
        response.once('close', () => answering.delete(response))
        serve(request, response)
      }
    }

  return {
    createServer: (serve, options) => createBoundedServer(admit(serve), options),
    inFlight: () => working.size,
    isShedding: () => performance.now() - shedAt < LOG_EVERY_MS,
    async watch(watched) {
      app = watched
      // Its measure alone is wanted; admission decides.
      const pressureHandler = () => undefined
      const { maxEventLoopDelayMs: maxEventLoopDelay } = limits
      await app.register(underPressure, { maxEventLoopDelay, sampleInterval: SAMPLE_MS, pressureHandler })
      app.addHook('preValidation', async (request, reply) => {
        if (request.routeOptions.config.hasOwnBound || exempt.test(request.url)) return
        const leavePlace = await addressPlaces.take(request.ip)
        if (isFull()) {
          leavePlace()
          throw busy(countShed())
        }
        working.add(reply)
        leave.set(reply, leavePlace)
        if (request.routeOptions.config.endsWithClient) onClosed(reply, () => end(reply))
      })
      // It comes also when the client has left. A live answer goes on after it, which costs next to nothing.
      app.addHook('onSend', async (_request, reply, payload) => {
        end(reply)
        return payload
      })
    },
  }
}

/** Calls the listener when the connection of an answer has ended, also when it has done so already. */
function onClosed({ raw }: FastifyReply, listener: () => void): void {
  if (raw.destroyed) listener()
  else raw.once('close', listener)
}
