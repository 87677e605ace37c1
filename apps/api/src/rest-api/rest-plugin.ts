import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { accountsRest } from '#accounts/accounts.rest.ts'
import { catalogRest } from '#catalog/catalog.rest.ts'
import { docsPage } from '#http/rest/docs-page.ts'
import { mountEndpoint } from '#http/rest/mount-endpoint.ts'
import { describeEndpoints } from '#http/rest/openapi.ts'
import { sessionCookie } from '#http/rest/session-cookie.ts'
import { listingsRest } from '#listings/listings.rest.ts'
import { ordersRest } from '#orders/orders.rest.ts'
import { paymentsRest } from '#payments/payments.rest.ts'
import type { Platform } from '#platform/platform.ts'
import { userRemovalRest } from '#user-removal/user-removal.rest.ts'
import { TRUST_EMAIL_WARNING, trustEmail } from './trust-email/trust-email.ts'

const proven = [...accountsRest, ...userRemovalRest, ...catalogRest, ...listingsRest, ...ordersRest, ...paymentsRest]

const PREFLIGHT_KEPT_S = 600

interface RestSettings {
  platform: Platform
  corsOrigins: string[]
  trustsEmail: boolean
  isHttps: boolean
}

/** The specification's paths at the site's root, for external clients: a thin adapter on the same verbs as tRPC. */
export async function restPlugin(
  app: FastifyInstance,
  { platform, corsOrigins, trustsEmail, isHttps }: RestSettings,
): Promise<void> {
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: corsOrigins,
      methods: ['GET', 'POST', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
      exposedHeaders: ['link', 'retry-after', 'x-request-id'],
      maxAge: PREFLIGHT_KEPT_S,
    })
  }
  app.removeContentTypeParser('text/plain')
  takeEmptyJson(app)
  await app.register(cookie)
  if (trustsEmail) app.log.warn(TRUST_EMAIL_WARNING)
  const endpoints = trustsEmail ? trustEmail(proven) : proven
  const session = sessionCookie({ secure: isHttps })
  for (const endpoint of endpoints) mountEndpoint(app, { platform, session }, endpoint)
  const document = describeEndpoints(endpoints)
  app.get('/openapi.json', async () => document)
  app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage(document)))
}

// Clients that name JSON on every call name it on those without a body too, deletions above all.
function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
