import type { WebConfig } from '@second-ring/contracts/config'
import type { FastifyInstance } from 'fastify'

/** `GET /config.json`: one build of the web serves every environment. */
export async function webConfigRoute(app: FastifyInstance, { webConfig }: { webConfig: WebConfig }): Promise<void> {
  app.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-store').send(webConfig))
}
