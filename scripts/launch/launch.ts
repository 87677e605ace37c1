import { describe, type Failure } from '../bootstrap/failure.mjs'
import type { Progress } from '../bootstrap/progress.mjs'
import { seconds } from '../bootstrap/progress.mjs'
import { startDevelopment } from './dev/start-development.ts'
import type { Settings } from './env.ts'
import type { Options } from './options.ts'
import type { Launch } from './parts.ts'
import { dataPaths } from './paths.ts'
import { requireFreePorts } from './ports.ts'
import { removeCommandLineEnv, writeCommandLineEnv } from './product/command-line-env.ts'
import { goesWithoutDemo } from './product/no-demo.ts'
import { portsFrom, wantedPorts } from './product/sandboxes.ts'
import { claimData, deleteMade, releaseData } from './running/claim-data.ts'
import { keepSecrets } from './secrets.ts'
import { startProduct } from './start-product.ts'
import { createSupervisor } from './supervise/supervisor.ts'
import { tableLines } from './table.ts'

/** Who is stopped together, first to last. */
const STOP_ORDER = [['vite', 'api'], ['identity', 'card-payments', 'image-host', 'mail'], ['postgres']]

/**
 * Starts the product, says where it is, and keeps it until `stop`, then stops it all. A part that ends
 * meanwhile is started again; one that cannot start at all stops everything.
 * @throws Failure, after everything was stopped
 */
export async function launch(
  settings: Settings,
  options: Options,
  progress: Progress,
  stop: AbortSignal,
): Promise<void> {
  const since = Date.now()
  const data = dataPaths(settings.dataDir)
  for (const line of await claimData(data, settings.publicUrl)) progress.say(`  ${line}`)
  const onEnd = (failure: Failure) => progress.say(describe(failure))
  const supervisor = createSupervisor({ folders: data, order: STOP_ORDER, onEnd })
  const stopped = whenAborted(stop)
  const over = new AbortController()
  try {
    const ports = portsFrom(settings.port)
    await requireFreePorts(wantedPorts(settings, ports))
    // Only now, when nothing that is asked beforehand keeps it from starting.
    if (options.fresh) progress.say(`  ${deleteMade(data)}`)
    if (options.fresh && settings.configured.database) progress.say('  The database of DATABASE_URL stays as it is.')
    const secrets = keepSecrets(data.secrets)
    const isEmpty = goesWithoutDemo(data, options.empty)
    const signal = AbortSignal.any([stop, over.signal])
    const run: Launch = { settings, ports, data, secrets, supervisor, progress, stop: signal, isEmpty }
    const starting = options.dev ? startDevelopment(run) : startProduct(run)
    await Promise.race([starting, stopped])
    if (stop.aborted) return
    progress.say(`\n  Ready in ${seconds(Date.now() - since)}`)
    writeCommandLineEnv(run)
    for (const line of tableLines(settings, data, isEmpty)) progress.say(line)
    await stopped
  } finally {
    // What is being built or filled is not left running either.
    over.abort()
    if (stop.aborted) await progress.step('Stop', () => supervisor.stop())
    else await supervisor.stop()
    removeCommandLineEnv(data)
    releaseData(data)
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
