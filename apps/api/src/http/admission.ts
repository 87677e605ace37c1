import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import underPressure from '@fastify/under-pressure'
import { DomainError } from '@second-ring/contracts/errors'
import type { FastifyInstance } from 'fastify'
import { trpcErrorBody } from './trpc/answer-error.ts'
import { RPC_PREFIX } from './trpc/wire.ts'

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
  onShed(): void
}

/** The server's door. */
export interface Admission {
  /** A server that lets in what can be answered, and turns the rest away before anything is done for it. */
  createServer(serve: RequestListener, options?: ServerOptions): Server
  /** Lets the door know how the app that is behind it is getting on. */
  watch(app: FastifyInstance): Promise<void>
  inFlight(): number
}

// Shorter samples hold so little that a single pause would count as drowning.
const SAMPLE_MS = 1000
const TELL_EVERY_MS = 10_000
/** Health checks are answered even when the server is overloaded. */
const exempt = /^\/(?:healthz|readyz)(?:\?|$)/

const refusal = new DomainError('UNAVAILABLE', 'The server is very busy. Try again in a moment.')

/**
 * Turns requests away, cheaply and at once, when more are being worked on than the server can answer in good time, so that
 * those it has let in are answered. They may try again a moment later.
 */
export function createAdmission({ limits, stopping, onShed }: AdmissionParts): Admission {
  const working = new Set<ServerResponse>()
  const bodies = {
    rest: JSON.stringify({ message: refusal.message, code: refusal.code }),
    rpc: JSON.stringify(trpcErrorBody(refusal, null)),
  }
  let app: FastifyInstance | null = null
  let shed = 0
  let toldAt = Number.NEGATIVE_INFINITY
  stopping.addEventListener('abort', () => {
    for (const response of working) if (!response.headersSent) response.setHeader('connection', 'close')
  })

  function turnAway(url: string, response: ServerResponse): void {
    shed += 1
    onShed()
    const now = performance.now()
    if (now - toldAt >= TELL_EVERY_MS) {
      toldAt = now
      app?.log.warn({ inFlight: working.size, shed }, 'too much to do: turning requests away')
    }
    const body = url.startsWith(`${RPC_PREFIX}/`) ? bodies.rpc : bodies.rest
    response.writeHead(503, {
      // One, two or three seconds, so that they do not all come back at once.
      'retry-after': `${(shed % 3) + 1}`,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-content-type-options': 'nosniff',
    })
    response.end(body)
  }

  const admit =
    (serve: RequestListener): RequestListener =>
    (request: IncomingMessage, response: ServerResponse): void => {
      const { url = '' } = request
      if (stopping.aborted) response.setHeader('connection', 'close')
      const isTooMuch = working.size >= limits.maxInFlight || app?.isUnderPressure()
      if (exempt.test(url)) serve(request, response)
      else if (isTooMuch) turnAway(url, response)
      else {
        working.add(response)
        // Also when the client leaves without waiting.
        response.once('close', () => working.delete(response))
        serve(request, response)
      }
    }

  return {
    createServer: (serve, options = {}) => createServer(options, admit(serve)),
    inFlight: () => working.size,
    async watch(watched) {
      app = watched
      // Its measure alone is wanted; the door decides.
      const pressureHandler = () => undefined
      const { maxEventLoopDelayMs: maxEventLoopDelay } = limits
      await app.register(underPressure, { maxEventLoopDelay, sampleInterval: SAMPLE_MS, pressureHandler })
      // A live answer goes on until someone leaves; once it has begun it costs next to nothing.
      app.addHook('onSend', (_request, reply, _payload, done) => {
        if (reply.getHeader('content-type') === 'text/event-stream') working.delete(reply.raw)
        done()
      })
    },
  }
}
