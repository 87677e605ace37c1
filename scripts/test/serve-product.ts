import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../bootstrap/failure.mjs'
import { root } from '../bootstrap/repository.mjs'
import { findConsecutive } from '../launch/ports.ts'
import { DATABASE_NAME, portsFrom } from '../launch/product/sandboxes.ts'
import type { Secrets } from '../launch/secrets.ts'
import { endWithCommands } from './run-command.ts'

/** The site's port, one for each sandbox, one for a client's page of another origin, and two more for a laboratory. */
export const PORTS = 10
const CLIENT_OFFSET = 7
const FIRST_PORT = 3100
const READY_MS = 3 * 60_000
const STOPPED_MS = 30_000

export type Served = {
  url: string
  /** The site's. */
  port: number
  /** A free port; pages from it on 127.0.0.1 may call the product's REST paths. */
  clientPort: number
  secrets: Secrets
  /** The sandbox's database. */
  databaseUrl: string
  /** Stops it, deletes what was made in it, and answers with what it has written and its exit code. */
  stop(): Promise<{ code: number; output: string }>
}

/**
 * The environment of a product under test. What a developer has configured is set to nothing, so that no test touches
 * it; pages of `clientPort` may call the REST paths.
 */
export function testEnvironment({ port, clientPort }: { port: number; clientPort: number }): NodeJS.ProcessEnv {
  const example = readFileSync(path.join(root, '.env.example'), 'utf8')
  const configured = [...example.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map(([, name]) => [name, ''])
  return {
    ...process.env,
    ...Object.fromEntries(configured),
    PORT: `${port}`,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_SCALE: '1000',
    // The users of the demo market do the work of many.
    ACCOUNT_LIMITS: 'all=10000',
    CORS_ORIGINS: `http://127.0.0.1:${clientPort}`,
  }
}

interface How {
  /** The first port to try. */
  firstPort?: number
  /** Without the demo market. */
  isEmpty?: boolean
}

/** Starts the product as a person does, with `npm start`, on ports and data of its own. Throws a Failure with its output. */
export async function serveProduct({ firstPort = FIRST_PORT, isEmpty = false }: How = {}): Promise<Served> {
  const port = await findConsecutive(PORTS, firstPort)
  const dataDir = path.join(root, 'test-results', isEmpty ? 'empty-product' : 'product')
  rmSync(dataDir, { recursive: true, force: true })
  const clientPort = port + CLIENT_OFFSET
  const child = spawn('npm', ['start', ...(isEmpty ? ['--', '--empty'] : [])], {
    cwd: root,
    env: { ...testEnvironment({ port, clientPort }), SECOND_RING_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  endWithCommands(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  let code: number | undefined
  const ended = new Promise<void>(resolve => {
    child.once('error', error => {
      output += error.message
      resolve()
    })
    child.once('close', status => {
      code = status ?? 1
      resolve()
    })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.race([ended, wait(STOPPED_MS, undefined, { ref: false })])
    rmSync(dataDir, { recursive: true, force: true })
    return { code: code ?? 1, output }
  }
  const deadline = Date.now() + READY_MS
  while (!output.includes('Ready in')) {
    if (code !== undefined || Date.now() > deadline) {
      await stop()
      throw new Failure('The product did not start.', output)
    }
    await wait(100)
  }
  const secrets: Secrets = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8'))
  const databaseUrl = `postgresql://postgres:${secrets.databasePassword}@127.0.0.1:${portsFrom(port).postgres}/${DATABASE_NAME}`
  return { url: `http://localhost:${port}`, port, clientPort, secrets, databaseUrl, stop }
}
