import { fingerprint } from '../bootstrap/fingerprint.mjs'
import { root } from '../bootstrap/repository.mjs'
import { apiBuild, databaseClient, webBuild } from './build/builds.ts'
import { buildPart, type Launch, openDatabase, startSandbox } from './parts.ts'
import { apiSpec } from './product/api.ts'

type Builder = Pick<Launch, 'settings' | 'progress' | 'stop'>

/** Starts what is built of changed sources: the web, the API's bundle, and the database client that the latter holds. */
export function startBuilds(builder: Builder) {
  const { inherited } = builder.settings
  const installed = fingerprint(root)
  const client = buildPart(builder, databaseClient(inherited), installed)
  const web = buildPart(builder, webBuild(inherited), installed)
  const api = client.then(() => buildPart(builder, apiBuild(inherited), installed))
  return { client, all: Promise.all([web, api]) }
}

/** The product as production runs it: the web's build and the API's bundle, on what stands in for the rest. */
export async function startProduct(launch: Launch): Promise<void> {
  const { client, all } = startBuilds(launch)
  const site = Promise.all([all, openDatabase(launch, client)]).then(() =>
    launch.progress.step('Site', () => launch.supervisor.start(apiSpec(launch))),
  )
  const besides = (['identity', 'card-payments', 'image-host', 'mail'] as const).map(name => startSandbox(launch, name))
  await Promise.all([site, ...besides])
}
