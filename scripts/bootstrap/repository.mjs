import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's folder, wherever the command was given. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Node 24, which the install puts there whatever Node the machine has. */
export const node24 = path.join(root, 'node_modules', 'node', 'bin', 'node')

/** The one pnpm that everything here runs with, as `npx` takes it. */
export const pnpm =
  /"packageManager": "(pnpm@[\d.]+)/.exec(readFileSync(path.join(root, 'package.json'), 'utf8'))?.[1] ?? 'pnpm'
