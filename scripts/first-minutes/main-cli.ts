import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { createProgress } from '../bootstrap/progress.mjs'
import { endCommands } from '../test/run-command.ts'
import { cloneCheckout } from './clone-checkout.ts'
import { commands } from './commands.ts'
import { runInClone, starts, tryCommand } from './try-commands.ts'

// `pnpm first-minutes`: every command of CONTRIBUTING.md in a fresh clone, after each of its starts. Exit code 1 when one
// fails.
const TIMEOUT_MS = 15 * 60_000
const progress = createProgress()
const stop = () => {
  endCommands()
  process.exit(130)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

for (const { start, args, installs } of starts) {
  progress.say(`After ${start}`)
  const parent = await mkdtemp(path.join(tmpdir(), 'second-ring-'))
  const server = await startPostgres({ dataDir: path.join(parent, 'postgres'), durable: false })
  const clone = { folder: path.join(parent, 'clone'), databaseUrl: server.url('second_ring'), imagesDir: parent }
  const attempt = (named: string, work: () => Promise<string | undefined>) =>
    progress.step(named, async step => {
      const failure = await work()
      if (!failure) return
      process.exitCode = 1
      step.fail('failed')
      progress.say(failure)
    })
  await attempt(start, async () => {
    await cloneCheckout(clone.folder)
    const { code, output } = await runInClone(clone, ['npm', ...args], TIMEOUT_MS)
    return code !== 0 && installs ? output : undefined
  })
  for (const tried of commands) {
    await attempt(tried.named, () => tryCommand(clone, tried, { args: tried.whole, timeoutMs: TIMEOUT_MS }))
  }
  await server.stop()
  await rm(parent, { recursive: true, force: true })
}
