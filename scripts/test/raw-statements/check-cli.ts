import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@second-ring/database/migrate'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { root } from '../../bootstrap/repository.mjs'
import { checkStatements } from './check-statements.ts'
import { composed } from './composed.ts'
import { findStatements } from './find-statements.ts'

// Part of `pnpm verify`: every raw read of the API answers the columns that its row type declares, by a migrated database.
const folder = await mkdtemp(path.join(tmpdir(), 'second-ring-statements-'))
const server = await startPostgres({ dataDir: path.join(folder, 'data'), durable: false })
try {
  const url = server.url('statements')
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(getConstructionPlans())
  const statements = findStatements(path.join(root, 'apps', 'api'))
  const complaints = await checkStatements(client, statements, composed)
  await client.end()
  for (const complaint of complaints) process.stderr.write(`apps/api/${complaint}\n`)
  process.stdout.write(`${statements.length} raw reads, ${complaints.length} that do not fit\n`)
  if (complaints.length > 0 || statements.length === 0) process.exitCode = 1
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
