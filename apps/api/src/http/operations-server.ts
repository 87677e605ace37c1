import fastify from 'fastify'
import type { Metrics } from '#adapters/telemetry/metrics.ts'
import type { ProductFigures } from '#adapters/telemetry/product-figures.ts'
import { healthRoutes } from './health-routes.ts'
import type { Readiness } from './readiness.ts'

interface OperationsParts {
  readiness: Readiness
  metrics: Metrics
  figures: ProductFigures
}

export interface OperationsServer {
  url: string
  stop(): Promise<void>
}

/** Metrics and health for operators, on a listener that the public does not reach. */
export async function startOperations(
  { readiness, metrics, figures }: OperationsParts,
  at: { port: number; host: string },
): Promise<OperationsServer> {
  const app = fastify({ forceCloseConnections: true })
  await app.register(healthRoutes, { readiness })
  app.get('/metrics', async (_request, reply) => {
    await figures.read()
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  const url = await app.listen(at)
  return { url, stop: () => app.close() }
}
