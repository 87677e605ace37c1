import { Readable } from 'node:stream'
import { LIVE_PATH, PING_EVENT } from '@second-ring/contracts/live/bounds'
import { type LiveEvent, WatchInput } from '@second-ring/contracts/live/events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseInput, rejectAmbiguous } from '#http/rest/read-input.ts'
import { authenticate, bearerToken } from '#identity/authenticate.ts'
import { asOutage } from '#platform/database-outage.ts'
import type { Platform } from '#platform/platform.ts'
import { observeCall } from '#platform/telemetry.ts'
import { watchLive } from './live-events.ts'

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  // Proxies send each event on as it comes.
  'x-accel-buffering': 'no',
}
/** How much waits for a client that reads slowly; then nothing more is read for it until it has taken that. */
const BUFFER_BYTES = 64 * 1024
const RETRY_MS = 2000

/** Server-sent events of what a screen shows. A client that comes back names an id, and is sent all that it watches. */
export async function liveRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const open = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })
  app.route({
    method: 'GET',
    url: LIVE_PATH,
    exposeHeadRoute: false,
    config: { isRest: true },
    async handler(request, reply) {
      const { events, end } = await observeCall(platform.telemetry, {
        name: `GET ${LIVE_PATH}`,
        work: () => watch(platform, request),
      })
      open.add(end)
      const close = () => {
        open.delete(end)
        end()
      }
      // However it ends: by either side, or because the client has gone, perhaps already.
      if (reply.raw.destroyed) close()
      else reply.raw.once('close', close)
      const body = Readable.from(framesOf(events, request), { objectMode: false, highWaterMark: BUFFER_BYTES })
      return reply.headers(headers).send(body)
    },
  })
}

async function watch(platform: Platform, { query, headers: { authorization, ...others }, ip }: FastifyRequest) {
  rejectAmbiguous(query)
  const authentication = await authenticate(platform, bearerToken(authorization))
  const input = parseInput(WatchInput, query)
  return watchLive(platform, authentication, { input, address: ip, isResumed: others['last-event-id'] !== undefined })
}

async function* framesOf(events: AsyncIterable<LiveEvent | null>, request: FastifyRequest) {
  // Not all at once, when a process ends.
  yield frameOf(`retry: ${Math.round(RETRY_MS * (1 + Math.random()))}`)
  try {
    for await (const event of events) {
      yield event ? frameOf(`data: ${JSON.stringify(event)}`) : `event: ${PING_EVENT}\ndata: \n\n`
    }
  } catch (error) {
    if (asOutage(error)) request.log.warn({ err: error }, 'a live stream ends: the database is away')
    else request.log.error({ err: error }, 'unexpected error')
  }
}

function frameOf(line: string): string {
  return `id: ${Date.now()}\n${line}\n\n`
}
