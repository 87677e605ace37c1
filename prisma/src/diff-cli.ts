import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { diff } from './diff.ts'
import { writeMigration } from './migration-files.ts'
import { runCli } from './run-cli.ts'

const EMPTY = '-- What schema.prisma cannot say (checks, partial indexes) goes here; triggers go to prisma/triggers.\n'

// Writes the next migration: what schema.prisma has that the migrations lack. With --empty, a blank one for plain SQL.
await runCli(async () => {
  const { values, positionals } = parseArgs({ options: { empty: { type: 'boolean' } }, allowPositionals: true })
  const sql = values.empty ? EMPTY : await differenceOnScratchServer()
  if (sql === null) return ['schema.prisma and the migrations agree: nothing to write']
  return [`Wrote ${await writeMigration(positionals.join(' '), sql, { at: new Date() })}`]
})

async function differenceOnScratchServer(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-diff-'))
  const server = await startPostgres({ dataDir: join(folder, 'data'), durable: false })
  try {
    return await diff(server.url('postgres'))
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
