import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { accountsRest, provenAccountsRest } from '#accounts/accounts.rest.ts'
import { catalogRest } from '#catalog/catalog.rest.ts'
import { rejectManyValues } from '#http/reject-many-values.ts'
import { docsPage, type EnforcedLimits } from '#http/rest/docs-page.ts'
import { describeRoutes, readDocument } from '#http/rest/openapi.ts'
import { prepareRestRoutes } from '#http/rest/rest-routes.ts'
import { sessionCookie } from '#http/rest/session-cookie.ts'
import { listingsRest } from '#listings/listings.rest.ts'
import { moderationRest } from '#moderation/moderation.rest.ts'
import { ordersRest, provenOrderRest } from '#orders/orders.rest.ts'
import { paymentsRest } from '#payments/payments.rest.ts'
import type { Platform } from '#platform/platform.ts'
import { userOversightRest } from '#user-oversight/user-oversight.rest.ts'
import { userRemovalRest } from '#user-removal/user-removal.rest.ts'
import { TRUST_EMAIL_WARNING, trustEmailRest } from './trust-email/trust-email.ts'

interface RestSettings {
  platform: Platform
  trustsEmail: boolean
  isHttps: boolean
  rateLimitScale: number | null
}

/** The specification's paths at the site's root, for external clients, on the use cases that tRPC calls. */
export async function restPlugin(
  app: FastifyInstance,
  { platform, trustsEmail, isHttps, rateLimitScale }: RestSettings,
): Promise<void> {
  app.removeContentTypeParser('text/plain')
  takeEmptyJson(app)
  await app.register(cookie)
  if (trustsEmail) app.log.warn(TRUST_EMAIL_WARNING)
  const parts = { platform, trustsEmail, session: sessionCookie({ secure: isHttps }) }
  const plugins = [
    trustsEmail ? trustEmailRest : provenAccountsRest,
    accountsRest,
    userRemovalRest,
    userOversightRest,
    catalogRest,
    listingsRest,
    ordersRest,
    ...(trustsEmail ? [] : [provenOrderRest]),
    paymentsRest,
    moderationRest,
  ]
  await describeRoutes(app)
  await app.register(async routes => {
    prepareRestRoutes(routes, parts)
    for (const plugin of plugins) await routes.register(plugin, parts)
  })
  describeItself(app, { accountLimits: platform.accountLimits, rateLimitScale })
}

/** The paths' description, for programs and to read. Both are made once, when the first asks. */
function describeItself(app: FastifyInstance, limits: EnforcedLimits): void {
  let document: Buffer | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  let page: Buffer | undefined
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    page ??= Buffer.from(docsPage(readDocument(app), limits))
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

// Clients that name JSON on every call name it on those without a body too, deletions above all.
function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    try {
      rejectManyValues(body)
    } catch (error) {
      return done(error as Error)
    }
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
