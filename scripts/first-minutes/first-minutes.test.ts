import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { expect, onTestFinished, test } from 'vitest'
import { pnpm, root } from '../bootstrap/repository.mjs'
import { cloneCheckout } from './clone-checkout.ts'
import { commands, namedCommands } from './commands.ts'
import { type Clone, runInClone, starts, tryCommand } from './try-commands.ts'

const MINUTE = 60_000

/** A clone in a folder whose name quotes, spaces and accents, and a database of its own. */
async function freshClone(): Promise<Clone> {
  const parent = mkdtempSync(path.join(tmpdir(), 'second-ring-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }), MINUTE)
  const folder = path.join(parent, "it's a té st")
  await cloneCheckout(folder)
  const server = await startPostgres({ dataDir: path.join(parent, 'postgres'), durable: false })
  onTestFinished(server.stop)
  return { folder, databaseUrl: server.url('second_ring'), imagesDir: path.join(parent, 'images') }
}

test('every command that CONTRIBUTING.md names is tried', () => {
  const named = namedCommands(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8'))
  expect(named.length).toBeGreaterThan(10)
  expect(commands.map(tried => tried.named)).toEqual(named)
})

test.each(starts)(
  'in a fresh clone, after $start, a developer’s commands work',
  { timeout: 5 * MINUTE },
  async given => {
    const clone = await freshClone()
    const { code, output } = await runInClone(clone, ['npm', ...given.args], 3 * MINUTE)
    if (given.installs) expect(code, output).toBe(0)
    else expect(output).toContain(`run "npx ${pnpm} install" instead`)
    // All of them after one start; after the others the first, which needs the development packages, their types and the client.
    for (const tried of given.start === 'npm start' ? commands : commands.slice(0, 1)) {
      if (tried.quick)
        expect(await tryCommand(clone, tried, { args: tried.quick, timeoutMs: 2 * MINUTE })).toBeUndefined()
    }
  },
)
