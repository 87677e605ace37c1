import { Readable } from 'node:stream'
import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape } from '@trpc/server'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { type Context, createContext } from '#http/trpc/context.ts'
import { reportError } from '#http/trpc/errors.ts'
import { RPC_PREFIX, STREAM_PING_MS, STREAM_SILENCE_MS } from '#http/trpc/wire.ts'
import type { Platform } from '#platform/platform.ts'
import { appRouter } from './app-router.ts'

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // Proxies hand on each piece as it comes.
  'x-accel-buffering': 'no',
}
const TICK_MS = 1000
const PING = eventOf('ping', '')

// By path, which tRPC's types do not tell.
const procedures: object = appRouter._def.procedures
const subscriptions = new Set(
  Object.entries(procedures as Record<string, { _def: { type: string } }>).flatMap(([path, { _def }]) =>
    _def.type === 'subscription' ? [path] : [],
  ),
)

/**
 * Answers subscriptions as tRPC's client reads them, each on one stream of Node's: tRPC's own way over HTTP takes four web
 * streams and a dozen generators for it, which is most of what an open screen costs in memory. What cannot begin goes on to
 * tRPC, which refuses it.
 */
export function answerStreams(app: FastifyInstance, platform: Platform): void {
  const pings = keepAwake()
  app.addHook('onClose', async () => pings.stop())
  app.addHook('preHandler', async (request, reply) => {
    const path = subscriptionOf(request)
    if (!path) return
    const end = new AbortController()
    const begun = await begin(platform, request, { path, signal: end.signal }).catch(() => null)
    if (!begun) return
    const body = bodyOf(begun.told, { ...begun, end, path, log: request.log })
    pings.add(body)
    return reply.headers(headers).send(body)
  })
}

/** The subscription that a request asks for, alone and with nothing but its input; null for any other request. */
function subscriptionOf({ method, url, query }: FastifyRequest): string | null {
  if (method !== 'GET') return null
  const end = url.indexOf('?')
  const path = url.slice(RPC_PREFIX.length + 1, end === -1 ? undefined : end)
  if (!subscriptions.has(path)) return null
  return Object.keys(query as object).every(name => name === 'input') ? path : null
}

interface Begun {
  told: AsyncIterable<unknown>
  ctx: Context
  input: unknown
}

async function begin(
  platform: Platform,
  request: FastifyRequest,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<Begun> {
  const { id: requestId, ip: address, query } = request
  const ctx = await createContext(platform, { authorization: request.headers.authorization, requestId, address })
  const { input: text } = query as { input?: string }
  const input: unknown = text === undefined ? undefined : JSON.parse(text)
  const getRawInput = async () => input
  const call = { router: appRouter, path, type: 'subscription' as const, getRawInput, ctx, signal, batchIndex: 0 }
  return { told: await callTRPCProcedure(call), ctx, input }
}

interface Telling extends Begun {
  /** Aborted when whoever listens has left. */
  end: AbortController
  path: string
  log: FastifyBaseLogger
}

/** What is told, as server-sent events. While nobody reads, nothing more is asked for. */
function bodyOf(told: AsyncIterable<unknown>, { end, path, log, ctx, input }: Telling): Readable {
  let go = () => {}
  const body = new Readable({
    read: () => go(),
    destroy(error, done) {
      end.abort()
      go()
      done(error)
    },
  })
  async function tell(): Promise<void> {
    for await (const data of told) {
      if (!body.push(dataOf(data))) {
        await new Promise<void>(resolve => {
          go = resolve
        })
      }
      if (body.destroyed) return
    }
    body.push(eventOf('return', ''))
  }
  body.push(eventOf('connected', JSON.stringify({ reconnectAfterInactivityMs: STREAM_SILENCE_MS })))
  tell()
    .catch(cause => {
      const error = getTRPCErrorFromUnknown(cause)
      reportError({ error, path, log })
      const config = appRouter._def._config
      const shape = getTRPCErrorShape({ config, error, type: 'subscription', path, input, ctx })
      body.push(eventOf('serialized-error', JSON.stringify(shape)))
    })
    .finally(() => body.push(null))
  return body
}

function dataOf(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

function eventOf(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`
}

/** Lets streams on which nothing happens be heard of, a few each second and not all at once. */
function keepAwake() {
  const rounds = Array.from({ length: STREAM_PING_MS / TICK_MS }, () => new Set<Readable>())
  let round = 0
  const timer = setInterval(() => {
    round = (round + 1) % rounds.length
    // One that does not read what it has been told is told nothing more.
    for (const body of rounds[round] ?? []) if (body.readableLength === 0) body.push(PING)
  }, TICK_MS)
  return {
    add(body: Readable) {
      const mine = rounds[round]
      mine?.add(body)
      body.once('close', () => mine?.delete(body))
    },
    stop: () => clearInterval(timer),
  }
}
