import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimits } from '#platform/rate-limits.ts'

const PREFLIGHT_CACHED_S = 600
const EXPOSED = ['link', 'retry-after', 'x-request-id']

/** The headers by which a page of another site may read an answer that the framework has not made. */
export function corsHeadersFor(origins: readonly string[], origin: string | undefined): Record<string, string> {
  if (origin === undefined || !origins.includes(origin)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED.join(', '),
    vary: 'origin',
  }
}

interface Cors {
  origins: string[]
  rateLimits: RateLimits
}

/**
 * Lets pages of these sites call the REST paths. To be registered before whatever turns requests away, so that they can read
 * why. Preflights count for their address, and are answered all the same.
 */
export async function registerCors(app: FastifyInstance, { origins, rateLimits }: Cors): Promise<void> {
  if (origins.length === 0) return
  app.addHook('onRequest', async request => {
    if (isPreflight(request)) await rateLimits.countAddress('flood', request.ip).catch(() => undefined)
  })
  const options = {
    origin: origins,
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_CACHED_S,
  }
  await app.register(cors, {
    delegator(request, done) {
      const { config } = request.routeOptions
      const isOptions = request.method === 'OPTIONS'
      const isOpen = isOptions ? isPreflight(request) : config.isRest || request.is404
      done(null, isOpen ? options : { origin: false })
    },
  })
}

/** Whether it is the question of a browser, which the plugin answers by its one route for all of them. */
function isPreflight({ method, headers, routeOptions }: FastifyRequest): boolean {
  const { origin, 'access-control-request-method': asked } = headers
  return method === 'OPTIONS' && routeOptions.url === '*' && origin !== undefined && asked !== undefined
}
