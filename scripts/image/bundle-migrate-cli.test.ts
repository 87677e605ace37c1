import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)

test('what the image migrates with applies migrations and triggers, without the sources', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'second-ring-image-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const out = path.join(folder, 'prisma')
  await run(process.execPath, [path.join(import.meta.dirname, 'bundle-migrate-cli.ts'), out])
  const server = await startPostgres({ dataDir: path.join(folder, 'data'), durable: false })
  onTestFinished(() => server.stop())
  const env = { DATABASE_URL: server.url('market') }
  const migrate = async () => (await run(process.execPath, [path.join(out, 'dist/migrate.js')], { env })).stdout
  expect(await migrate()).toMatch(/^Applied \d+_market\n[\s\S]*\nApplied the triggers\n$/)
  expect(await migrate()).toBe('The database is up to date\n')
}, 60_000)
