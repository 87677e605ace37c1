import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { accountsRest } from '../accounts/accounts.rest.ts'
import { catalogRest } from '../catalog/catalog.rest.ts'
import { listingsRest } from '../listings/listings.rest.ts'
import { ordersRest } from '../orders/orders.rest.ts'
import { paymentsRest } from '../payments/payments.rest.ts'
import type { Platform } from '../platform/platform.ts'
import { docsPage } from './docs-page.ts'
import { mount } from './endpoint.ts'
import { describeEndpoints } from './openapi.ts'

const endpoints = [...accountsRest, ...catalogRest, ...listingsRest, ...ordersRest, ...paymentsRest]

const PREFLIGHT_KEPT_S = 600

/** The specification's paths at the site's root, for external clients: a thin adapter on the same verbs as tRPC. */
export async function restPlugin(
  app: FastifyInstance,
  { platform, corsOrigins }: { platform: Platform; corsOrigins: string[] },
): Promise<void> {
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: corsOrigins,
      methods: ['GET', 'POST', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type'],
      exposedHeaders: ['link', 'retry-after', 'x-request-id'],
      maxAge: PREFLIGHT_KEPT_S,
    })
  }
  app.removeContentTypeParser('text/plain')
  for (const endpoint of endpoints) mount(app, platform, endpoint)
  const document = describeEndpoints(endpoints)
  app.get('/openapi.json', async () => document)
  app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage(document)))
}
