import { existsSync } from 'node:fs'
import path from 'node:path'
import { loadEnvFile } from 'node:process'
import { Failure } from '../bootstrap/failure.mjs'
import { root } from '../bootstrap/repository.mjs'

/** What of the environment decides how the product is started. */
export type Settings = {
  port: number
  host: string
  /** The address that a browser uses, without a slash at its end. */
  publicUrl: string
  dataDir: string
  /** With it, nothing has a sandbox. */
  isProduction: boolean
  /** What is configured for real, and so has no sandbox. */
  configured: { database: boolean; identity: boolean; cardPayments: boolean; imageHost: boolean; mail: boolean }
  /** Everything, for the processes that are started. */
  inherited: Record<string, string>
}

const HIGHEST_PORT = 65_529

/** Adds what the file .env says to what the shell says; the shell wins. */
export function loadDotEnv(): void {
  const file = path.join(root, '.env')
  if (existsSync(file)) loadEnvFile(file)
}

/** Reads and checks the environment. Throws a Failure that names the variable and what it must be. */
export function readSettings(variables: NodeJS.ProcessEnv = process.env): Settings {
  // Set to nothing counts as not set, as compose files and shells leave it.
  const inherited = Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])),
  )
  const port = Number(inherited.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 1 || port > HIGHEST_PORT) {
    throw new Failure(`PORT is ${inherited.PORT}, and must be a number from 1 to ${HIGHEST_PORT}: PORT=3000 npm start`)
  }
  const host = inherited.HOST ?? '127.0.0.1'
  if (inherited.REST_TRUST_EMAIL === 'true' && !isLoopback(host)) {
    throw new Failure(
      `REST_TRUST_EMAIL is set, which is for this machine alone; HOST is ${host}, and must be 127.0.0.1`,
    )
  }
  const publicUrl = (inherited.PUBLIC_URL ?? `http://${hostInUrl(host)}:${port}`).replace(/\/+$/, '')
  if (!URL.canParse(publicUrl)) throw new Failure(`PUBLIC_URL is ${publicUrl}, and must be like http://localhost:3000`)
  const database = inherited.DATABASE_URL
  if (database && !/^postgres(ql)?:\/\//.test(database)) {
    throw new Failure('DATABASE_URL must be like postgresql://user:password@host:5432/database')
  }
  const has = (...names: string[]) => names.some(name => inherited[name] !== undefined)
  return {
    port,
    host,
    publicUrl,
    dataDir: path.resolve(root, inherited.SECOND_RING_DATA_DIR ?? '.data'),
    isProduction: inherited.NODE_ENV === 'production',
    configured: {
      database: has('DATABASE_URL'),
      identity: has('FIREBASE_PROJECT_ID', 'FIREBASE_SERVICE_ACCOUNT'),
      cardPayments: has('STRIPE_SECRET_KEY'),
      imageHost: has('IMAGE_HOST_URL', 'S3_ENDPOINT'),
      mail: has('SMTP_URL'),
    },
    inherited,
  }
}

/** Whether only this machine reaches what listens on this host. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** Whether it stands for every address of this machine. */
export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function hostInUrl(host: string): string {
  if (isLoopback(host) || isEveryAddress(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
