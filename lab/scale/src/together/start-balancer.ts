import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@second-ring/server-process/free-port'
import { findProgram } from '../programs.ts'
import { withSettings } from '../with-settings.ts'

const ASK_EVERY_MS = 20

/** A balancer before two processes of the API. */
export interface Balancer {
  url: string
  stop(): Promise<void>
}

/** Starts nginx with the settings of the compose profile, but for where everything is. */
export async function startBalancer([one, other]: readonly [string, string]): Promise<Balancer> {
  const [port, folder] = await Promise.all([freePort(), mkdtemp(path.join(tmpdir(), 'second-ring-balancer-'))])
  const template = await readFile(path.join(import.meta.dirname, '../../compose/nginx.conf'), 'utf8')
  const file = path.join(folder, 'nginx.conf')
  const settings = withSettings(template, {
    'listen 3000': `listen 127.0.0.1:${port}`,
    'api-1:3000': new URL(one).host,
    'api-2:3000': new URL(other).host,
    '/tmp/second-ring-nginx': path.join(folder, 'nginx'),
  })
  await writeFile(file, settings)
  const child = spawn(findProgram('nginx'), ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr.on('data', chunk => (words += chunk))
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${words}`)
    await wait(ASK_EVERY_MS)
  }
  return {
    url,
    async stop() {
      child.kill('SIGQUIT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
