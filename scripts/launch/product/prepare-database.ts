import { spawn } from 'node:child_process'
import path from 'node:path'
import { Failure } from '../../bootstrap/failure.mjs'
import { root } from '../../bootstrap/repository.mjs'
import type { DemoPlaces } from './demo-places.ts'

/** What was done to the database. */
export type Prepared = { migrations: number; isSeeded: boolean }

/**
 * Brings the database up to date, and gives an empty one the demo market when `demo` says where its parts are. In a
 * process of its own: what this loads is not needed for the rest of the run.
 */
export function prepareDatabase(
  inherited: Record<string, string>,
  url: string,
  demo: DemoPlaces | undefined,
  abort: AbortSignal,
): Promise<Prepared> {
  const env = { ...inherited, DATABASE_URL: url, ...(demo && { DEMO: JSON.stringify(demo) }) }
  return new Promise((resolve, reject) => {
    const args = [path.join(root, 'scripts', 'launch', 'product', 'prepare-database-cli.ts')]
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], signal: abort })
    const written: Buffer[] = []
    const complaints: Buffer[] = []
    child.stdout.on('data', chunk => written.push(chunk))
    child.stderr.on('data', chunk => complaints.push(chunk))
    child.once('error', reject)
    child.once('close', code => {
      if (code === 0) return resolve(JSON.parse(Buffer.concat(written).toString().trim().split('\n').at(-1) ?? ''))
      reject(new Failure(Buffer.concat(complaints).toString().trim() || 'The database could not be prepared.'))
    })
  })
}
