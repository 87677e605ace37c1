import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { pnpm } from '../bootstrap/repository.mjs'
import { type Outcome, runCommand } from '../test/run-command.ts'
import type { Tried } from './commands.ts'

/** A clone, and the database and folder that its commands write to. */
export type Clone = { folder: string; databaseUrl: string; imagesDir: string }

// Of the audit of that database, which lasts as long.
const AUDIT_KEY = randomBytes(32).toString('hex')

/** What a person may type first in a fresh clone. `installs` is false for what only says what to type instead. */
export const starts = [
  { start: 'npm start', args: ['start', '--', '--build'], installs: true },
  { start: 'npm run dev', args: ['run', 'dev', '--', '--install'], installs: true },
  { start: 'npm install', args: ['install'], installs: false },
]

/** Runs a program as a terminal in the clone does: without what npm, vitest and this checkout add to the environment. */
export function runInClone(
  { folder, databaseUrl, imagesDir }: Clone,
  [command = '', ...args]: string[],
  timeoutMs: number,
): Promise<Outcome> {
  const ours =
    /^(npm_(lifecycle|package|command|execpath|node|config_user)|VITEST|TEST$|DEV$|PROD$|MODE$|NODE_|INIT_CWD)/
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name) && name !== 'PATH')
  const PATH = (process.env.PATH ?? '').split(path.delimiter).filter(part => !part.includes('node_modules'))
  const environment = {
    ...Object.fromEntries(kept),
    PATH: PATH.join(path.delimiter),
    DATABASE_URL: databaseUrl,
    AUDIT_KEY,
  }
  const pairs = Object.entries({ ...environment, IMAGES_DIR: imagesDir }).map(([name, value]) => `${name}=${value}`)
  return runCommand({ command: 'env', args: ['-i', ...pairs, command, ...args], cwd: folder, timeoutMs })
}

/**
 * Runs a command of pnpm's.
 * @returns what it has written when it failed
 */
export async function tryCommand(
  clone: Clone,
  { named, measured }: Tried,
  { args, timeoutMs }: { args: string[]; timeoutMs: number },
): Promise<string | undefined> {
  const { code, output } = await runInClone(clone, ['npx', '--yes', '--prefer-offline', pnpm, ...args], timeoutMs)
  const hasRun = code === 0 || (measured !== undefined && output.includes(measured))
  return hasRun ? undefined : `${named} (${args.join(' ')}): exit code ${code}\n${output.slice(-4000)}`
}
