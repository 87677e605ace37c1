import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { migrate } from '@second-ring/database/migrate'
import { freePort } from '@second-ring/sandbox/ports/free-port'
import { paths } from '../env.ts'
import { insist } from '../insist.ts'
import { root } from '../repository.ts'
import { announced, type Child, type ChildSpec, startChild } from './child.ts'

const run = promisify(execFile)

/** The whole product in processes of its own, each of which can be killed and comes back. */
export interface Product {
  /** The origins of the API's processes. */
  apis: string[]
  cardsUrl: string
  identityUrl: string
  /** What an API process is told, for whoever does its work beside it. */
  variables: Record<string, string>
  /** How often each was killed. */
  kills: { api: number; postgres: number; cards: number }
  /** `kill -9` of an API process, by its place in `apis`; resolves when it is ready again. */
  killApi(place: number): Promise<void>
  /** The same of PostgreSQL with all its processes. */
  killDatabase(): Promise<void>
  /** The same of the card payments. */
  killCards(): Promise<void>
  stop(): Promise<void>
}

export const CARD_SECRET_KEY = 'sk_test_chaos'
const WEBHOOK_SECRET = 'whsec_chaos'
const PASSWORD = 'chaos'
const PROJECT_ID = 'demo-second-ring'
const API_PROCESSES = 2

interface ProductOptions {
  /** Where its data and logs go. */
  folder: string
  /** The address under which the API reaches the card payments, and the other way round, given both real ones. */
  between(addresses: { cardsUrl: string; apis: string[] }): { cardsUrl: string; webhookUrl: string }
}

/** Starts PostgreSQL, identity, card payments and two API processes on free ports. */
export async function startProduct({ folder, between }: ProductOptions): Promise<Product> {
  const logs = path.join(folder, 'logs')
  await mkdir(logs, { recursive: true })
  const [postgresPort, identityPort, cardsPort] = [await freePort(), await freePort(), await freePort()]
  const apiPorts = await Promise.all(Array.from({ length: API_PROCESSES }, () => freePort()))
  const apis = apiPorts.map(port => `http://127.0.0.1:${port}`)
  const cardsUrl = `http://127.0.0.1:${cardsPort}`
  const identityUrl = `http://127.0.0.1:${identityPort}`
  const across = between({ cardsUrl, apis })
  const dataDir = path.join(folder, 'postgres')
  const variables = {
    DATABASE_URL: `postgresql://postgres:${PASSWORD}@127.0.0.1:${postgresPort}/second_ring`,
    ACCESS_TOKEN_SECRET: 'only-for-chaos-only-for-chaos-only-for-chaos',
    FIREBASE_PROJECT_ID: PROJECT_ID,
    FIREBASE_API_KEY: 'sandbox',
    FIREBASE_AUTH_DOMAIN: `${PROJECT_ID}.firebaseapp.com`,
    FIREBASE_AUTH_EMULATOR_HOST: new URL(identityUrl).host,
    STRIPE_SECRET_KEY: CARD_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_chaos',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: across.cardsUrl,
    IMAGE_HOST_KEY: 'sandbox',
    SANDBOX_IMAGE_HOST_URL: 'http://127.0.0.1:9',
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
  }
  const postgres = standIn('postgres', { DATA_DIR: dataDir, PORT: `${postgresPort}`, POSTGRES_PASSWORD: PASSWORD })
  const identity = standIn('identity', { PORT: `${identityPort}`, FIREBASE_PROJECT_ID: PROJECT_ID })
  const cards = standIn('card-payments', {
    PORT: `${cardsPort}`,
    DATA_FILE: path.join(folder, 'card-payments.jsonl'),
    STRIPE_SECRET_KEY: CARD_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_chaos',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    WEBHOOK_URL: across.webhookUrl,
  })
  const apiSpecs = apiPorts.map((port, place) => apiSpec(`api-${place}`, { ...variables, PORT: `${port}` }))

  const kills = { api: 0, postgres: 0, cards: 0 }
  const children = new Map<ChildSpec, Child>()
  const start = async (spec: ChildSpec) => void children.set(spec, await startChild(spec, logs))
  // An API process that finds no database ends, and whoever supervises it starts it again.
  const startApi = (spec: ChildSpec) => insist(() => start(spec))
  await Promise.all([postgres, identity, cards].map(start))
  await migrate(variables.DATABASE_URL)
  await Promise.all(apiSpecs.map(startApi))
  return {
    apis,
    cardsUrl,
    identityUrl,
    variables,
    kills,
    async killApi(place) {
      const spec = apiSpecs[place]
      if (!spec) return
      kills.api += 1
      await children.get(spec)?.kill()
      await startApi(spec)
    },
    async killDatabase() {
      kills.postgres += 1
      await killPostgres(dataDir)
      await children.get(postgres)?.ended
      await start(postgres)
    },
    async killCards() {
      kills.cards += 1
      await children.get(cards)?.kill()
      await start(cards)
    },
    async stop() {
      await Promise.all(apiSpecs.map(spec => children.get(spec)?.stop()))
      await Promise.all([cards, identity].map(spec => children.get(spec)?.stop()))
      await children.get(postgres)?.stop()
    },
  }
}

function standIn(name: string, env: Record<string, string>): ChildSpec {
  const cli = path.join(root, 'packages', 'sandbox', 'src', name, 'cli.ts')
  return { name, args: [cli], env: { ...paths(), HOST: '127.0.0.1', ...env }, isReady: announced }
}

function apiSpec(name: string, env: Record<string, string> & { PORT: string }): ChildSpec {
  const leash = pathToFileURL(path.join(root, 'scripts', 'launch', 'supervise', 'leash.mjs')).href
  const bundle = path.join(root, 'apps', 'api', 'dist', 'server.js')
  return {
    name,
    args: ['--enable-source-maps', '--import', leash, bundle],
    env: { ...paths(), ...env },
    isReady: () => isReady(`http://127.0.0.1:${env.PORT}/readyz`),
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** The server and the processes that serve its connections, all at once: none finishes what it was about. */
async function killPostgres(dataDir: string): Promise<void> {
  const [first = ''] = (await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')
  const server = Number(first)
  if (!(server > 0)) throw new Error(`PostgreSQL in ${dataDir} has no process`)
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const rows = stdout.split('\n').map(line => line.trim().split(/\s+/).map(Number))
  const backends = rows.flatMap(([pid, parent]) => (pid !== undefined && parent === server ? [pid] : []))
  for (const pid of [server, ...backends]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}
