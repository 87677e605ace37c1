import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@second-ring/database/migrate'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'

/** A PostgreSQL server of one's own with a migrated database, to be taken away and brought back. */
export interface OwnPostgres {
  databaseUrl: string
  /** Disconnects everyone and ends the server. */
  stop(): Promise<void>
  /** Starts it again, on the same data and port. */
  start(): Promise<void>
  /** Ends it and deletes its data. */
  remove(): Promise<void>
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-postgres-'))
  const options = { dataDir: join(folder, 'postgres'), durable: false }
  let server = await startPostgres(options)
  const { port } = server
  const databaseUrl = server.url('second_ring')
  await migrate(databaseUrl)
  return {
    databaseUrl,
    stop: () => server.stop(),
    async start() {
      server = await startPostgres({ ...options, port })
    },
    async remove() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
