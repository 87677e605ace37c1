import { spawn } from 'node:child_process'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeOwnFolder } from '@second-ring/postgres-embedded/init-data'
import { osUserFor } from '@second-ring/postgres-embedded/os-user'
import { freePort } from '@second-ring/server-process/free-port'
import { findProgram } from '../programs.ts'
import { withSettings } from '../with-settings.ts'

export interface PgBouncer {
  /** The address of a database through it. */
  through(databaseUrl: string): string
  stop(): Promise<void>
}

interface Settings {
  /** The address of any database of the server behind it. */
  serverUrl: string
  /** How many connections it opens to a database at the most. */
  serverConnections: number
}

/** Starts PgBouncer with the settings of the compose profile, but for where everything is. */
export async function startPgBouncer({ serverUrl, serverConnections }: Settings): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-pgbouncer-'))
  // As PostgreSQL, it refuses to run as root.
  const owner = await osUserFor(join(folder, 'none'))
  await makeOwnFolder(folder, owner)
  const port = await freePort()
  const [settings, people] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  const template = await readFile(join(import.meta.dirname, '../../compose/pgbouncer.ini'), 'utf8')
  const files = {
    [people]: `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`,
    // At its end stand the pool's own settings; who may look at it is the tests' alone.
    [settings]: `${withSettings(template, {
      'host=primary port=5432': `host=${hostname} port=${serverPort}`,
      'listen_addr = *': 'listen_addr = 127.0.0.1',
      'listen_port = 6432': `listen_port = ${port}`,
      '/etc/pgbouncer/userlist.txt': people,
      'default_pool_size = 20': `default_pool_size = ${serverConnections}`,
    })}admin_users = ${decodeURIComponent(username)}
`,
  }
  for (const [file, text] of Object.entries(files)) {
    await writeFile(file, text, { mode: 0o600 })
    if ('uid' in owner) await chown(file, Number(owner.uid), Number(owner.gid))
  }
  const child = spawn(findProgram('pgbouncer'), [settings], { ...owner, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const words: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stderr).on('line', line => {
      words.push(line)
      if (line.includes('process up')) resolve()
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`PgBouncer ended: ${words.slice(-3).join('; ')}`)))
  })
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${port}`
      url.searchParams.set('pgbouncer', 'true')
      return url.href
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
