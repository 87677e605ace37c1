import underPressure from '@fastify/under-pressure'
import { DomainError } from '@second-ring/contracts/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusalInRpc } from '../rpc/answer-refusal.ts'
import { RPC_PREFIX } from '../rpc/trpc-plugin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Turned away because there was too much to do. */
    isShed: boolean
  }
}

export interface LoadLimits {
  /** How many requests are worked on at once; the next is turned away. */
  maxInFlight: number
  /** How late the event loop may be, on the average of a second, before everyone is turned away; 0 for however late. */
  maxEventLoopDelayMs: number
}

interface LoadParts {
  limits: LoadLimits
  /** Aborted when the server is about to stop: from then on each answer is the last of its connection. */
  stopping: AbortSignal
  onShed(): void
}

export interface Load {
  inFlight(): number
}

// Shorter samples hold so little that a single pause would count as drowning.
const SAMPLE_MS = 1000
const TELL_EVERY_MS = 10_000
/** What tells whether the server is well has to be answered when it is not. */
const exempt = new Set<string | undefined>(['/healthz', '/readyz'])

const refusal = new DomainError('UNAVAILABLE', 'The server is very busy. Try again in a moment.')
const restBody = JSON.stringify({ message: refusal.message, code: refusal.code })

/**
 * Turns requests away, cheaply and at once, when more are being worked on than the server can answer in good time, so that
 * those it has let in are answered. They may try again a moment later.
 */
export async function shedLoad(app: FastifyInstance, { limits, stopping, onShed }: LoadParts): Promise<Load> {
  const working = new Set<FastifyReply>()
  const rpcBody = JSON.stringify(refusalInRpc(refusal, null))
  let shed = 0
  let toldAt = Number.NEGATIVE_INFINITY
  const { maxInFlight, maxEventLoopDelayMs: maxEventLoopDelay } = limits
  // Its measure alone is wanted; the hook below decides.
  const pressureHandler = () => undefined
  await app.register(underPressure, { maxEventLoopDelay, sampleInterval: SAMPLE_MS, pressureHandler })
  app.decorateRequest('isShed', false)
  stopping.addEventListener('abort', () => {
    for (const reply of working) if (!reply.sent) reply.header('connection', 'close')
  })

  function turnAway(request: FastifyRequest, reply: FastifyReply): void {
    shed += 1
    onShed()
    request.isShed = true
    const now = performance.now()
    if (now - toldAt >= TELL_EVERY_MS) {
      toldAt = now
      app.log.warn({ inFlight: working.size, shed }, 'too much to do: turning requests away')
    }
    // One, two or three seconds, so that they do not all come back at once.
    reply.code(503).header('retry-after', (shed % 3) + 1)
    reply.header('content-type', 'application/json; charset=utf-8').header('x-content-type-options', 'nosniff')
    reply.send(request.url.startsWith(`${RPC_PREFIX}/`) ? rpcBody : restBody)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    if (exempt.has(request.routeOptions.url)) return done()
    if (working.size >= maxInFlight || app.isUnderPressure()) return turnAway(request, reply)
    working.add(reply)
    // Also when the client leaves without waiting.
    reply.raw.once('close', () => working.delete(reply))
    done()
  })
  // A live answer goes on until someone leaves; once it has begun it costs next to nothing.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (payload instanceof Response && payload.headers.get('content-type') === 'text/event-stream')
      working.delete(reply)
    done()
  })
  return { inFlight: () => working.size }
}
