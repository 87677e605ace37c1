import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

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

/**
 * Lets pages of these sites call the REST paths. To be registered before whatever turns requests away, so that they can read
 * why.
 */
export async function registerCors(app: FastifyInstance, origins: string[]): Promise<void> {
  if (origins.length === 0) return
  const options = {
    origin: origins,
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_CACHED_S,
  }
  await app.register(cors, {
    delegator(request, done) {
      const { config, url } = request.routeOptions
      // This plugin has one route for all preflights.
      const isPreflight = request.method === 'OPTIONS' && url === '*'
      done(null, config.isRest || isPreflight || request.is404 ? options : { origin: false })
    },
  })
}
