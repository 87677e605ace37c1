import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../bootstrap/failure.mjs'
import { root } from '../bootstrap/repository.mjs'
import { findConsecutive } from '../launch/ports.ts'
import { endWithCommands } from './run-command.ts'

/** The site's port, one for each stand-in, and one for a page of another origin that a test serves. */
const PORTS = 6
const FIRST_PORT = 3100
const READY_MS = 3 * 60_000
const STOPPED_MS = 30_000

export type Served = {
  url: string
  /** A free port; pages from it on 127.0.0.1 may call the product's REST paths. */
  oldClientPort: number
  /** Stops it, deletes what was made in it, and answers with what it has written and its exit code. */
  stop(): Promise<{ code: number; output: string }>
}

/** Every variable that the product reads, set to nothing: the tests are not to touch what a developer has configured. */
function unconfigured(): Record<string, string> {
  const example = readFileSync(path.join(root, '.env.example'), 'utf8')
  return Object.fromEntries([...example.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map(([, name]) => [name, '']))
}

/** Starts the product as a person does, with `npm start`, on ports and data of its own. Throws a Failure with its output. */
export async function serveProduct(): Promise<Served> {
  const port = await findConsecutive(PORTS, FIRST_PORT)
  const dataDir = path.join(root, 'test-results', 'product')
  rmSync(dataDir, { recursive: true, force: true })
  const oldClientPort = port + PORTS - 1
  const own = {
    PORT: `${port}`,
    SECOND_RING_DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_SCALE: '1000',
    CORS_ORIGINS: `http://127.0.0.1:${oldClientPort}`,
  }
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...unconfigured(), ...own },
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
  return { url: `http://localhost:${port}`, oldClientPort, stop }
}
