import fastify from 'fastify'
import type { Metrics } from '#adapters/telemetry/metrics.ts'
import type { ProductMetrics } from '#adapters/telemetry/product-metrics.ts'
import { healthRoutes } from './health-routes.ts'
import type { Readiness } from './readiness.ts'

interface OperationsParts {
  readiness: Readiness
  metrics: Metrics
  productMetrics: ProductMetrics
}

export interface OperationsServer {
  url: string
  stop(): Promise<void>
}

/** Metrics and health for operators, on a listener that the public does not reach. */
export async function startOperations(
  { readiness, metrics, productMetrics }: OperationsParts,
  at: { port: number; host: string },
): Promise<OperationsServer> {
  const app = fastify({ forceCloseConnections: true })
  await app.register(healthRoutes, { readiness })
  app.get('/metrics', async (_request, reply) => {
    await productMetrics.read()
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  const url = await app.listen(at)
  return { url, stop: () => app.close() }
}
