import { context } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '#adapters/telemetry/metrics.ts'
import type { Tracing } from '#adapters/telemetry/open-telemetry.ts'
import { type RequestScope, requestScope } from '#platform/request-scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    scope: RequestScope | null
  }
}

interface Observers {
  tracing: Tracing | null
  metrics: Metrics | null
}

/** Gives each request an id for its logs and spans, and logs it once it is answered. */
export async function observeRequests(app: FastifyInstance, { tracing, metrics }: Observers): Promise<void> {
  await tracing?.watch(app, request => `${request.method} ${routeOf(request)}`)
  app.decorateRequest('scope', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.scope = { requestId: request.id }
    reply.header('x-request-id', request.id)
    if (!metrics) return done()
    const startedAt = performance.now()
    const route = routeOf(request)
    // Also when the client has left without waiting.
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw
      const status = writableFinished ? statusCode : CLIENT_LEFT
      metrics.requestEnded({ method: request.method, route, status, seconds: (performance.now() - startedAt) / 1000 })
    })
    done()
  })
  // After the body has been read: what reads it comes back without the context.
  app.addHook('preHandler', (request, _reply, done) => {
    const { scope } = request
    if (!scope) return done()
    context.with(tracing?.contextOf(request) ?? context.active(), () => requestScope.run(scope, done))
  })
}

const CLIENT_LEFT = 499

/** The route without what is the request's own; the web's files are one. */
function routeOf({ routeOptions }: FastifyRequest): string {
  const { url } = routeOptions
  if (url === undefined) return '(page)'
  return url.startsWith('/assets/') ? '/assets/*' : url
}
