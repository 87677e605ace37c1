import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installJobQueue } from '@second-ring/api/adapters/pg-boss/pg-boss-job-queue'
import { migrate } from '@second-ring/database/migrate'
import { readMigrations } from '@second-ring/database/migration-files'
import { readTriggers } from '@second-ring/database/trigger-files'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { cloneDatabase, createDatabase, dropDatabase } from '@second-ring/postgres-embedded/template'
import pg from 'pg'
import { loadRows } from './load-rows.ts'

/** A PostgreSQL server of the bench's own, with a catalogue of each size to run on. */
export interface Catalogues {
  /** The address of a fresh copy of the catalogue of this size. */
  urlOf(listings: number): string
  /** Of the server itself, for its statistics. */
  adminUrl: string
  version: string
  stop(): Promise<void>
}

/** The same for everyone who is measured. */
const settings = {
  shared_buffers: '2GB',
  max_wal_size: '4GB',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '2000',
}

const GENERATOR = ['random.ts', 'words.ts', 'generate-rows.ts', 'load-rows.ts', 'fill-derived.ts']

/** Makes what is missing of the catalogues, keeps it for the next run, and starts the server on copies of them. */
export async function openCatalogues(
  dataDir: string,
  { sizes, say }: { sizes: number[]; say: (text: string) => void },
): Promise<Catalogues> {
  const mark = await markOfSchema()
  const kept = (size: number) => `kept_${size}_${mark}`
  const loading = await startPostgres({ dataDir, durable: false, settings })
  try {
    await dropOthers(loading.url('postgres'), mark)
    for (const size of sizes) await ensureCatalogue(loading, { name: kept(size), size, folder: dataDir, say })
  } finally {
    await loading.stop()
  }
  // Measured is what production has: with every commit on disk.
  const server = await startPostgres({ dataDir, settings })
  for (const size of sizes) await cloneDatabase(server, kept(size), `run_${size}`)
  const adminUrl = server.url('postgres')
  const version = await asAdmin(adminUrl, async client => {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    await client.query('CHECKPOINT')
    return String((await client.query('SHOW server_version')).rows[0]?.server_version)
  })
  return {
    urlOf: size => server.url(`run_${size}`),
    adminUrl,
    version,
    async stop() {
      for (const size of sizes) await dropDatabase(server, `run_${size}`)
      await server.stop()
    },
  }
}

interface Wanted {
  name: string
  size: number
  folder: string
  say: (text: string) => void
}

type Server = Awaited<ReturnType<typeof startPostgres>>

async function ensureCatalogue(server: Server, { name, size, folder, say }: Wanted): Promise<void> {
  const isThere = await asAdmin(server.url('postgres'), async client => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    return rowCount === 1
  })
  if (isThere) return
  const startedAt = performance.now()
  say(`Making a catalogue of ${size.toLocaleString('en')} listings`)
  await dropDatabase(server, 'unfinished')
  const databaseUrl = await createDatabase(server, 'unfinished')
  await migrate(databaseUrl)
  await installJobQueue(databaseUrl)
  await loadRows({ databaseUrl, listings: size, folder, say })
  await asAdmin(server.url('postgres'), client => client.query(`ALTER DATABASE unfinished RENAME TO ${name}`))
  say(`  done in ${Math.round((performance.now() - startedAt) / 1000)} s`)
}

/** Copies of an earlier run, and catalogues of another schema. */
async function dropOthers(url: string, mark: string): Promise<void> {
  await asAdmin(url, async client => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE datname LIKE 'run\\_%' OR (datname LIKE 'kept\\_%' AND datname NOT LIKE $1)`,
      [`%\\_${mark}`],
    )
    for (const { name } of rows) await client.query(`DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`)
  })
}

async function markOfSchema(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify((await readMigrations()).migrationDirectories))
  hash.update((await readTriggers()).checksum)
  for (const file of GENERATOR) hash.update(await readFile(join(import.meta.dirname, file)))
  return hash.digest('hex').slice(0, 10)
}

async function asAdmin<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
