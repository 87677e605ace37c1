import path from 'node:path'
import { describe } from '../../bootstrap/failure.mjs'
import { fingerprint } from '../../bootstrap/fingerprint.mjs'
import { root } from '../../bootstrap/repository.mjs'
import { databaseClient } from '../build/builds.ts'
import { buildPart, type Launch, openDatabase, startSandbox } from '../parts.ts'
import { findConsecutive } from '../ports.ts'
import { apiSpec } from '../product/api.ts'
import { viteSpec } from '../product/vite.ts'
import { watchSources } from './watch-sources.ts'

/** The folders whose change restarts the API. */
const apiSources = ['apps/api/src', 'packages/contracts/src', 'packages/pictures/src', 'prisma/src'].map(folder =>
  path.join(root, folder),
)

/** Ports for the API, which stands behind Vite's server, start this far after the site's. */
const API_PORT_DISTANCE = 10

/** The product for its developers: Vite's server as the site's face, and the API's sources, run again when they change. */
export async function startDevelopment(launch: Launch): Promise<void> {
  const { settings, ports, supervisor, progress, stop } = launch
  const client = buildPart(launch, databaseClient(settings.inherited), fingerprint(root))
  const port = await findConsecutive(1, ports.site + API_PORT_DISTANCE)
  // Sources that do not run learn of, and run again when they change.
  const startApi = (): Promise<void> =>
    progress
      .step('API', () => supervisor.start(apiSpec(launch, { port })))
      .catch(error => progress.say(describe(error)))
  const api = openDatabase(launch, client).then(startApi)
  const vite = progress.step('Vite', () => supervisor.start(viteSpec(settings, port)))
  const besides = (['identity', 'card-payments', 'image-host', 'mail'] as const).map(name => startSandbox(launch, name))
  await Promise.all([api, vite, ...besides])
  const stopWatching = await watchSources(apiSources, inTurn(startApi))
  stop.addEventListener('abort', () => void stopWatching(), { once: true })
}

/** Runs `work` once after another however often it is called; calls while one waits are one. */
function inTurn(work: () => Promise<void>): () => void {
  let last = Promise.resolve()
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    last = last.then(() => {
      isWaiting = false
      return work()
    })
  }
}
