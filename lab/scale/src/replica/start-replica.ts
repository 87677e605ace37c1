import { execFile } from 'node:child_process'
import { chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { closeDatabase, createDatabase } from '@second-ring/database'
import { poolOf } from '@second-ring/database/pool-of'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'

/** A server that replicates another one by streaming. */
export interface ReplicaServer {
  /** The address of a database there. */
  url(database: string): string
  /** Disconnects everyone and ends the server. */
  stop(): Promise<void>
  /** Starts it again, on the same data and port. */
  start(): Promise<void>
  /** Ends it and deletes its data. */
  remove(): Promise<void>
}

interface Primary {
  url: string
  dataDir: string
}

/** What a server needs to be replicated, and its replica too. */
export const replicated = {
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '256MB',
  // A replica is sent what has been written to the disk.
  synchronous_commit: 'on',
  shared_preload_libraries: 'pg_stat_statements',
}

/** Makes a replica from a copy of the primary's data, as one does without `pg_basebackup`, and starts it. */
export async function startReplica(primary: Primary): Promise<ReplicaServer> {
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-replica-'))
  const dataDir = join(folder, 'postgres')
  await copyData(primary, dataDir)
  const { hostname, port: primaryPort, username, password } = new URL(primary.url)
  const from = `host=${hostname} port=${primaryPort} user=${username} password=${decodeURIComponent(password)}`
  const options = { dataDir, durable: false, settings: { ...replicated, primary_conninfo: from } }
  let server = await startPostgres(options)
  const { port } = server
  return {
    url: database => server.url(database),
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

async function copyData({ url, dataDir }: Primary, copy: string): Promise<void> {
  const database = createDatabase(url)
  // The backup belongs to the session.
  const session = await poolOf(database).connect()
  try {
    await session.query("SELECT pg_backup_start('replica', true)")
    // With its owner, which `cp` of Node forgets.
    await promisify(execFile)('cp', ['-a', dataDir, copy])
    const { rows } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    const log = join(copy, 'pg_wal')
    for (const file of await readdir(log)) await rm(join(log, file), { recursive: true })
    await rm(join(copy, 'postmaster.pid'), { force: true })
    const { uid, gid } = await stat(copy)
    for (const [name, text] of Object.entries({ backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' })) {
      await writeFile(join(copy, name), text, { mode: 0o600 })
      await chown(join(copy, name), uid, gid)
    }
  } finally {
    session.release()
    await closeDatabase(database)
  }
}
