import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { migrate } from '@second-ring/database/migrate'
import { freePort } from '@second-ring/server-process/free-port'
import Stripe from 'stripe'
import { paths } from '../env.ts'
import { insist } from '../insist.ts'
import { root } from '../repository.ts'
import { announced, type Child, type ChildSpec, startChild } from './child.ts'

const run = promisify(execFile)

/** An API process as its clients know it. */
export interface Api {
  origin: string
  /** How far its clock is ahead, in milliseconds. */
  aheadMs: number
}

interface Endpoint {
  url: string
  secret: string
}

/** The whole product in processes of its own, each of which can be killed and comes back. */
export interface Product {
  /** The last one's clock is ahead of all others. */
  apis: Api[]
  cardsUrl: string
  identityUrl: string
  databaseUrl: string
  /** Where the card payments deliver their events, of the platform and of sellers' accounts, and what they sign them with. */
  webhooks: Record<'platform' | 'connect', Endpoint>
  /** What an API process learns, for whoever does its work beside it. */
  variables: Record<string, string>
  /** How often each was killed. */
  kills: { api: number; postgres: number; cards: number }
  /** API processes that have ended though nobody killed them, since it was last asked; what ends is started again. */
  ownEnds(): Promise<string[]>
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
const CONNECT_WEBHOOK_SECRET = 'whsec_chaos_connect'
const PASSWORD = 'chaos'
const PROJECT_ID = 'demo-second-ring'
/** How far the second process's clock is ahead: longer than a booking holds its phone. */
export const CLOCK_AHEAD_MS = 49 * 3_600_000
/** What makes it so, for `node --import`. */
export const CLOCK_AHEAD = pathToFileURL(path.join(import.meta.dirname, 'clock-ahead.ts')).href

/** The card payments as cards, banks and their dashboard reach them. */
export function stripeOf(cardsUrl: string): Stripe {
  const { hostname: host, port } = new URL(cardsUrl)
  return new Stripe(CARD_SECRET_KEY, {
    host,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 1,
    timeout: 5000,
  })
}

interface ProductOptions {
  /** Where its data and logs go. */
  folder: string
}

/** Starts PostgreSQL, identity, card payments and two API processes on free ports, one with its clock ahead. */
export async function startProduct({ folder }: ProductOptions): Promise<Product> {
  const logs = path.join(folder, 'logs')
  await mkdir(logs, { recursive: true })
  const [postgresPort, identityPort, cardsPort] = [await freePort(), await freePort(), await freePort()]
  const apiPorts = [await freePort(), await freePort()]
  const apis = apiPorts.map((port, place) => ({
    origin: `http://127.0.0.1:${port}`,
    aheadMs: place === 0 ? 0 : CLOCK_AHEAD_MS,
  }))
  const cardsUrl = `http://127.0.0.1:${cardsPort}`
  const identityUrl = `http://127.0.0.1:${identityPort}`
  const dataDir = path.join(folder, 'postgres')
  const variables = {
    DATABASE_URL: `postgresql://postgres:${PASSWORD}@127.0.0.1:${postgresPort}/second_ring`,
    ACCESS_TOKEN_SECRET: 'only-for-chaos-only-for-chaos-only-for-chaos',
    AUDIT_KEY: 'the-audit-of-chaos-the-audit-of-chaos-the-audit',
    FIREBASE_PROJECT_ID: PROJECT_ID,
    FIREBASE_API_KEY: 'sandbox',
    FIREBASE_AUTH_DOMAIN: `${PROJECT_ID}.firebaseapp.com`,
    FIREBASE_AUTH_EMULATOR_HOST: new URL(identityUrl).host,
    STRIPE_SECRET_KEY: CARD_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_chaos',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_CONNECT_WEBHOOK_SECRET: CONNECT_WEBHOOK_SECRET,
    STRIPE_API_URL: cardsUrl,
    STRIPE_SCRIPT_URL: `${cardsUrl}/v3/`,
    PUBLIC_URL: 'http://127.0.0.1',
    IMAGE_HOST_KEY: 'sandbox',
    SANDBOX_IMAGE_HOST_URL: 'http://127.0.0.1:9',
    RATE_LIMIT_SCALE: '1000',
    ACCOUNT_LIMITS: 'all=1000000',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
  }
  // The provider signs with its own time, which a process two days ahead does not believe.
  const webhookOf = (name: string, secret: string) => ({
    url: `http://127.0.0.1:${apiPorts[0]}/webhooks/${name}`,
    secret,
  })
  const webhooks = {
    platform: webhookOf('card-payments', WEBHOOK_SECRET),
    connect: webhookOf('connected-accounts', CONNECT_WEBHOOK_SECRET),
  }
  const postgres = sandbox('postgres-embedded', {
    DATA_DIR: dataDir,
    PORT: `${postgresPort}`,
    POSTGRES_PASSWORD: PASSWORD,
  })
  const identity = sandbox('firebase-sandbox', { PORT: `${identityPort}`, FIREBASE_PROJECT_ID: PROJECT_ID })
  const cards = sandbox('stripe-sandbox', {
    PORT: `${cardsPort}`,
    DATA_FILE: path.join(folder, 'card-payments.jsonl'),
    STRIPE_SECRET_KEY: CARD_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_chaos',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    WEBHOOK_URL: webhooks.platform.url,
    STRIPE_CONNECT_WEBHOOK_SECRET: CONNECT_WEBHOOK_SECRET,
    CONNECT_WEBHOOK_URL: webhooks.connect.url,
    // Sellers are paid within a run. When a payout arrives, banks say.
    FUNDS_AVAILABLE_AFTER: '0',
  })
  const apiSpecs = apiPorts.map((port, place) => apiSpec(`api-${place}`, place > 0, { ...variables, PORT: `${port}` }))

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
    databaseUrl: variables.DATABASE_URL,
    webhooks,
    variables,
    kills,
    async ownEnds() {
      const ended = apiSpecs.filter(spec => children.get(spec)?.isRunning() === false)
      const ends = ended.map(spec => `${spec.name} ended by itself: ${children.get(spec)?.lastWords()}`)
      await Promise.all(ended.map(startApi))
      return ends
    },
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

function sandbox(name: string, env: Record<string, string>): ChildSpec {
  const cli = path.join(root, 'packages', name, 'src', 'cli.ts')
  return { name, args: [cli], env: { ...paths(), HOST: '127.0.0.1', ...env }, isReady: announced }
}

function apiSpec(name: string, isAhead: boolean, env: Record<string, string> & { PORT: string }): ChildSpec {
  const parentWatchdog = pathToFileURL(path.join(root, 'scripts', 'launch', 'supervise', 'parent-watchdog.mjs')).href
  const bundle = path.join(root, 'apps', 'api', 'dist', 'server.js')
  return {
    name,
    args: ['--enable-source-maps', '--import', parentWatchdog, ...(isAhead ? ['--import', CLOCK_AHEAD] : []), bundle],
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
