import path from 'node:path'
import type { Progress } from '../bootstrap/progress.mjs'
import { type Build, buildIfChanged } from './build/build.ts'
import type { Settings } from './env.ts'
import type { DataPaths } from './paths.ts'
import { databaseUrl } from './product/api.ts'
import { prepareDatabase } from './product/prepare-database.ts'
import {
  addressOf,
  neededSandboxes,
  type Ports,
  PROJECT_ID,
  type SandboxName,
  sandboxSpec,
} from './product/sandboxes.ts'
import type { Secrets } from './secrets.ts'
import type { Supervisor } from './supervise/supervisor.ts'

/** Everything that a start goes by. */
export type Launch = {
  settings: Settings
  ports: Ports
  data: DataPaths
  secrets: Secrets
  supervisor: Supervisor
  progress: Progress
  stop: AbortSignal
  /** Whether it goes without the demo market. */
  isEmpty: boolean
}

const SANDBOXES: Record<SandboxName, string> = {
  postgres: 'Database',
  identity: 'Sign-in provider',
  'card-payments': 'Card payments',
  'image-host': 'Image host',
  mail: 'Mailbox',
}

/** Builds a part when its sources have changed, as one step. */
export function buildPart(
  { progress, stop }: Pick<Launch, 'progress' | 'stop'>,
  build: Build,
  installed: string,
): Promise<void> {
  return progress.step(build.title, async step => {
    if (!(await buildIfChanged(build, installed, stop))) step.detail('unchanged')
  })
}

/** Starts a sandbox, as one step, when nothing real is configured in its place. */
export async function startSandbox(launch: Launch, name: SandboxName): Promise<void> {
  const { settings, supervisor, progress } = launch
  if (!neededSandboxes(settings).includes(name)) return
  await progress.step(SANDBOXES[name], () => supervisor.start(sandboxSpec(name, launch)))
}

/** Starts the database and brings it up to date; an empty one gets the demo market when its accounts can sign in. */
export async function openDatabase(launch: Launch, client: Promise<void>): Promise<void> {
  const { settings, ports, data, secrets, progress, stop } = launch
  const needed = neededSandboxes(settings)
  await Promise.all([startSandbox(launch, 'postgres'), client])
  // Without an address the API says what is missing, all of it at once.
  if (!needed.includes('postgres') && !settings.configured.database) return
  const hasDemo = !launch.isEmpty && needed.includes('identity') && needed.includes('image-host')
  const demo = {
    imagesDir: data.images,
    identityUrl: `http://${addressOf('identity', settings, ports)}`,
    projectId: PROJECT_ID,
    noteFile: path.join(data.identity, 'demo-accounts.txt'),
    ...(needed.includes('card-payments') && {
      cards: { url: `http://${addressOf('card-payments', settings, ports)}`, secretKey: secrets.cardSecretKey },
    }),
  }
  await progress.step(hasDemo ? 'Tables and demo market' : 'Tables', async step => {
    const url = databaseUrl(launch)
    const { migrations, isSeeded } = await prepareDatabase(settings.inherited, url, hasDemo ? demo : undefined, stop)
    const done = [migrations > 0 && `${migrations} migration${migrations > 1 ? 's' : ''}`, isSeeded && 'demo market']
    step.detail(done.filter(Boolean).join(', ') || 'up to date')
  })
}
