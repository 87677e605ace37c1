import { buildApp } from './build-app.ts'
import { handlersOf } from './jobs/handlers.ts'
import { createOperationsPool } from './operations/operations-pool.ts'
import { createReadiness } from './operations/readiness.ts'
import { connect, settingsOf } from './platform/connect.ts'
import { type Env, readEnv } from './platform/env.ts'

/** Starts the product's server and stops it gracefully: what is in flight is answered first. */
async function serve(env: Env): Promise<void> {
  const outside = connect(env, ({ what, error, job }) => app.log.error({ err: error, job }, what))
  const stopping = new AbortController()
  const pool = createOperationsPool(env.DATABASE_URL)
  const readiness = createReadiness({ pool, jobs: outside.jobs, stopping: stopping.signal })
  const { app, platform } = await buildApp({ ...outside, readiness }, settingsOf(env))
  // Answers that go on until someone leaves would keep the server from closing.
  app.addHook('preClose', () => outside.events.stop())
  app.addHook('onClose', async () => {
    await outside.jobs.stop()
    await outside.database.$disconnect()
    await pool.end()
  })
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    app.close().then(
      () => process.exit(0),
      error => {
        app.log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  await outside.events.start()
  await outside.jobs.start()
  await outside.jobs.work(handlersOf(platform))
  await app.listen({ port: env.PORT, host: env.HOST })
}

try {
  await serve(readEnv())
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
