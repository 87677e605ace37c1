import type { FastifyInstance } from 'fastify'
import { API_VERSION } from '../api-version.ts'

/**
 * The headers of every API answer, and leave for any page to call it: what a page may do is decided by its key and
 * the client secret, never by its origin or a cookie.
 */
export function addApiHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')
    if (!request.url.startsWith('/v1/')) return
    const version = request.headers['stripe-version']
    void reply
      .header('request-id', request.id)
      .header('stripe-version', typeof version === 'string' ? version : API_VERSION)
      .header('cache-control', 'no-cache, no-store')
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'Request-Id, Stripe-Version, Idempotency-Key, Idempotent-Replayed')
  })
  app.options('/v1/*', (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST')
      .header(
        'access-control-allow-headers',
        'Authorization, Content-Type, Idempotency-Key, Stripe-Account, Stripe-Version',
      )
      .header('access-control-max-age', '300')
      .send(),
  )
}
