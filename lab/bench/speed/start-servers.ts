import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@second-ring/server-process/free-port'

/** What a process has used so far. */
interface Usage {
  /** Of all its threads, in microseconds. */
  cpuUs: number
  /** Its memory, in bytes. */
  rss: number
}

/** A server in a process of its own. */
export interface MeasuredServer {
  url: string
  usage(): Promise<Usage>
  stop(): Promise<void>
}

const USAGE = join(import.meta.dirname, 'report-usage.mjs')
const BASELINE = join(import.meta.dirname, '../baseline/server-cli.ts')
const WEB = join(import.meta.dirname, '../../../apps/web')
const API = dirname(dirname(fileURLToPath(import.meta.resolve('@second-ring/api/server'))))

/** What access tokens are signed with. */
export const TOKEN_SECRET = 'only-for-the-bench-only-for-the-bench-only'

/** Nothing of the outside is asked while it is measured; the addresses only have to look like some. */
export const environment = {
  // Production refuses limits that limit nothing. The bundles are the same, and do not ask for it.
  NODE_ENV: 'development',
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://market.example.com',
  RATE_LIMIT_SCALE: '1000000000',
  ACCOUNT_LIMITS: 'openBookings=1000000,bookingsADay=1000000',
  MAX_REQUESTS_IN_FLIGHT: '10000',
  MAX_EVENT_LOOP_DELAY_MS: '0',
  ACCESS_TOKEN_SECRET: TOKEN_SECRET,
  // Random, for production takes no other; nothing reads what it signs.
  AUDIT_KEY: randomBytes(32).toString('hex'),
  FIREBASE_PROJECT_ID: 'bench',
  FIREBASE_API_KEY: 'bench',
  FIREBASE_AUTH_DOMAIN: 'market.example.com',
  STRIPE_SECRET_KEY: 'sk_test_bench',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_bench_connect',
  IMAGE_HOST_URL: 'https://upload.example.com/1/upload',
  IMAGE_HOST_BASE_URL: 'https://images.example.com',
  IMAGE_HOST_KEY: 'bench',
  SMTP_URL: 'none',
  OPERATOR_NAME: 'Bench',
  OPERATOR_EMAIL: 'bench@market.example.com',
}

/** What the API is started with in production: the heap may not grow for want of anyone who stops it. */
const productionFlags = [
  '--enable-source-maps',
  '--max-semi-space-size=8',
  '--max-old-space-size=160',
  '--heap-growing-percent=100',
]

/** Bundles the API as it is for production. */
export async function buildApi(): Promise<void> {
  await promisify(execFile)(process.execPath, ['build.ts'], { cwd: API })
}

/** Builds the site, for servers that render its pages. */
export async function buildWeb(): Promise<void> {
  await promisify(execFile)(process.execPath, ['build.ts'], { cwd: WEB })
}

export interface ApiOptions {
  cachesResponses: boolean
  /** Whether it serves the site, which is built; else the API alone. */
  hasPages?: boolean
  /** Flags of Node's, such as a profiler's. */
  flags?: string[]
}

/** The product, built, as in production. */
export function startProduct(
  databaseUrl: string,
  { cachesResponses, hasPages = false, flags = [] }: ApiOptions,
): Promise<MeasuredServer> {
  const own = {
    ...environment,
    DATABASE_URL: databaseUrl,
    READ_CACHE: cachesResponses ? 'on' : 'off',
    ...(hasPages && { WEB_DIR: join(WEB, 'dist') }),
  }
  return start(port => ({
    args: [...productionFlags, ...flags, '--import', USAGE, join(API, 'dist/server.js')],
    env: { ...own, PORT: `${port}` },
  }))
}

/** Bare Fastify and `pg`. */
export function startBaseline(databaseUrl: string): Promise<MeasuredServer> {
  return start(port => ({
    args: ['--import', USAGE, BASELINE, databaseUrl, `${port}`],
    env: { NODE_ENV: 'production' },
  }))
}

async function start(of: (port: number) => { args: string[]; env: Record<string, string> }): Promise<MeasuredServer> {
  const port = await freePort()
  const { args, env } = of(port)
  // What a server logs goes beside the table, not into it.
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', process.stderr, 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(`${url}/healthz`))) {
    if (child.exitCode !== null) throw new Error(`A server ended with ${child.exitCode} before it answered`)
    await wait(50)
  }
  return {
    url,
    usage: () => usageOf(child),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  const told = once(child, 'message')
  child.send('usage')
  const [usage] = await told
  return usage
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
