import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../bootstrap/failure.mjs'
import { root } from '../bootstrap/repository.mjs'
import { readSettings } from '../launch/env.ts'
import { apiSpec } from '../launch/product/api.ts'
import { portsFrom } from '../launch/product/sandboxes.ts'
import { endWithCommands } from './run-command.ts'
import { type Served, testEnvironment } from './serve-product.ts'

/** After the product's own and its client's. */
const OFFSETS = { site: 8, client: 9 }
const READY_MS = 60_000
const STOPPED_MS = 30_000

export type Laboratory = Pick<Served, 'url' | 'clientPort' | 'stop'>

/** Starts a second API on a product's sandboxes and database, with REST_TRUST_EMAIL. Throws a Failure with its output. */
export async function serveLaboratory({ url: publicUrl, port: productPort, secrets }: Served): Promise<Laboratory> {
  const port = productPort + OFFSETS.site
  const clientPort = productPort + OFFSETS.client
  // The product's own address: pictures are named by it.
  const own = { PUBLIC_URL: publicUrl, REST_TRUST_EMAIL: 'true' }
  const settings = readSettings({ ...testEnvironment({ port, clientPort }), ...own })
  const { args, env, isReady } = apiSpec({ settings, secrets, ports: { ...portsFrom(productPort), site: port } })
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  endWithCommands(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const ended = new Promise<number>(resolve => child.once('close', code => resolve(code ?? 1)))
  const stop = async () => {
    child.kill('SIGTERM')
    const code = await Promise.race([ended, wait(STOPPED_MS, 1, { ref: false })])
    return { code, output }
  }
  const deadline = Date.now() + READY_MS
  while (!(await isReady([]))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Failure('The laboratory did not start.', output)
    }
    await wait(100)
  }
  return { url: `http://localhost:${port}`, clientPort, stop }
}
