import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '#adapters/telemetry/metrics.ts'
import { type RequestScope, requestScope } from '#platform/request-scope.ts'
import type { Tracing } from '#platform/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    scope: RequestScope | null
  }
}

interface Observers {
  tracing: Tracing | null
  metrics: Metrics | null
}

/** Ties everything that a request leads to to its id, and tells of it once it has been answered. */
export function observeRequests(app: FastifyInstance, { tracing, metrics }: Observers): void {
  app.decorateRequest('scope', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.scope = { requestId: request.id, trace: null }
    reply.header('x-request-id', request.id)
    if (!tracing && !metrics) return done()
    const startedAt = performance.now()
    const route = routeOf(request)
    const attributes = { 'http.request.method': request.method, 'http.route': route }
    const name = `${request.method} ${route}`
    const span = tracing?.begin({ name, kind: 'request', within: request.scope, attributes })
    if (span) request.scope = span.scope
    // Also when the client has left without waiting.
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw
      const status = writableFinished ? statusCode : CLIENT_LEFT
      const failure = status >= 500 ? `${status}` : undefined
      span?.end({ failure, attributes: { 'http.response.status_code': status } })
      metrics?.requestEnded({ method: request.method, route, status, seconds: (performance.now() - startedAt) / 1000 })
    })
    done()
  })
  // After the body has been read: what reads it comes back without the context.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.scope) requestScope.run(request.scope, done)
    else done()
  })
}

const CLIENT_LEFT = 499

/** The route without what is the request's own; the web's files are one. */
function routeOf({ routeOptions }: FastifyRequest): string {
  const { url } = routeOptions
  if (url === undefined) return '(page)'
  return url.startsWith('/assets/') ? '/assets/*' : url
}
