import { poolOf } from '@second-ring/database/pool-of'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { RedisLink } from '#adapters/redis/redis-link.ts'
import { createMetrics } from '#adapters/telemetry/metrics.ts'
import { observeJobs } from '#adapters/telemetry/observe-jobs.ts'
import type { Tracing } from '#adapters/telemetry/open-telemetry.ts'
import { createProductMetrics } from '#adapters/telemetry/product-metrics.ts'
import { showReplicas } from '#adapters/telemetry/replica-metrics.ts'
import { watchStatements } from '#adapters/telemetry/watch-statements.ts'
import { ownsAudit } from '#audit/owns-audit.ts'
import { startShipping } from '#audit/start-shipping.ts'
import { createOperationsPool } from '#http/operations-pool.ts'
import { startOperations } from '#http/operations-server.ts'
import { createReadiness } from '#http/readiness.ts'
import { stopGracefully } from '#http/stop-gracefully.ts'
import { buildApp } from './build-app.ts'
import { connect, directUrlOf, settingsOf } from './connect.ts'
import type { Env } from './env.ts'
import { handlersOf } from './job-handlers.ts'

/** Starts the product's server and stops it gracefully: what is in flight is answered first. */
export async function serve(env: Env): Promise<void> {
  const stopping = new AbortController()
  const tracing = await tracingOf(env)
  const log = () => app.log
  const redis = await redisOf(env, log)
  const outside = connect(env, {
    redis,
    onTrouble: ({ what, error, job }) => log().error({ err: error, job }, what),
    onHead: auditHead => log().info({ auditHead }, 'audit head'),
    onStatement: watchStatements({ log, isVerbose: ['debug', 'trace'].includes(env.LOG_LEVEL) }),
  })
  const { database, events, jobs, policies, readers } = outside
  const pool = createOperationsPool(directUrlOf(env))
  const readiness = createReadiness({ pool, jobs, redis, policies, stopping: stopping.signal })
  const metrics = env.OPERATIONS_PORT === undefined ? null : createMetrics(poolOf(database))
  const operations = { readiness, stopping: stopping.signal, metrics, tracing }
  const { app, platform } = await buildApp({ ...outside, operations }, settingsOf(env))
  const heads = startShipping(database, {
    places: platform.audit.places,
    onError: error => log().error({ err: error }, 'heads of the audit do not reach all places'),
  })
  // Open streams would prevent the server from closing.
  app.addHook('preClose', () => events.stop())
  app.addHook('onClose', async () => {
    await jobs.stop()
    await heads.stop()
    await readers?.stop()
    await database.$disconnect()
    await pool.end()
    redis?.stop()
    await tracing?.stop()
  })
  stopOnSignals(app, { stopping, delayMs: env.STOP_DELAY_SECONDS * 1000 })
  app.log.info({ by: redis ? 'Redis' : 'PostgreSQL' }, 'rate limits are shared')
  if (env.NODE_ENV === 'production' && (await ownsAudit(database))) {
    app.log.warn(
      'the database role owns the audit’s tables: give the server one of its own (docs/operate/the-audit.md)',
    )
  }
  redis?.start()
  await events.start()
  readers?.start()
  await jobs.start()
  await jobs.work(observeJobs(handlersOf(platform), metrics))
  if (metrics && env.OPERATIONS_PORT !== undefined) {
    const productMetrics = createProductMetrics(metrics.registry, pool)
    if (readers) showReplicas(metrics.registry, readers)
    const at = { port: env.OPERATIONS_PORT, host: env.OPERATIONS_HOST }
    const { url, stop } = await startOperations({ readiness, metrics, productMetrics }, at)
    app.addHook('onClose', stop)
    app.log.info({ url }, 'operations listening')
  }
  await app.listen({ port: env.PORT, host: env.HOST })
}

// Loaded only when it is wanted, for the memory that it takes.
async function tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Env): Promise<Tracing | null> {
  if (endpoint === undefined) return null
  const { startOpenTelemetry } = await import('#adapters/telemetry/open-telemetry.ts')
  return startOpenTelemetry({ endpoint })
}

async function redisOf({ REDIS_URL: url }: Env, log: () => FastifyBaseLogger): Promise<RedisLink | null> {
  if (url === undefined) return null
  const { createRedisLink } = await import('#adapters/redis/redis-link.ts')
  return createRedisLink({
    url,
    onAway: error => log().warn({ err: error }, 'Redis is away'),
    onBack: () => log().info('Redis is back'),
  })
}

function stopOnSignals(app: FastifyInstance, how: { stopping: AbortController; delayMs: number }): void {
  const stop = (): void => {
    if (how.stopping.signal.aborted) return
    stopGracefully({ app, ...how }).then(
      () => process.exit(0),
      error => {
        app.log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
