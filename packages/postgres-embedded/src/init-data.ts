import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { OsUser } from './os-user.ts'
import { passwordFile, writePassword } from './password.ts'
import type { RunAs } from './run-as.ts'

const run = promisify(execFile)
const majorVersion = '18'

/** Whether the folder holds this version's data already. Throws when it holds anything else. */
export const isInitialised = async (dataDir: string): Promise<boolean> => {
  const entries = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (entries.length === 0) return false
  const version = await readFile(path.join(dataDir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) throw new Error(`${dataDir} is neither empty nor a database's folder.`)
  if (version.trim() !== majorVersion) {
    throw new Error(`${dataDir} is of PostgreSQL ${version.trim()}, not ${majorVersion}. Move it away to begin anew.`)
  }
  return true
}

/** Makes a folder that belongs to the user who will run PostgreSQL, and to nobody else. */
export const makeOwnFolder = async (folder: string, owner: OsUser): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  if ('uid' in owner) await chown(folder, Number(owner.uid), Number(owner.gid))
}

export type NewData = {
  initdb: string
  dataDir: string
  owner: OsUser
  as: RunAs
  user: string
  password: string
  durable: boolean
}

/**
 * Makes a new cluster: UTF-8, built-in C.UTF-8 collation (the same order on every system), password over TCP. It is made
 * beside its place and moved there when whole, so that a kill half-way leaves nothing that looks like data.
 */
export const initData = async ({ initdb, dataDir, owner, as, user, password, durable }: NewData): Promise<void> => {
  const unfinished = `${dataDir}.unfinished`
  const cluster = path.join(unfinished, 'cluster')
  await rm(unfinished, { recursive: true, force: true })
  await makeOwnFolder(unfinished, owner)
  try {
    await writePassword(unfinished, password, owner)
    const ctype = process.platform === 'linux' ? 'C.UTF-8' : 'C'
    const [program = initdb, ...args] = [
      ...as.prefix,
      initdb,
      `--pgdata=${cluster}`,
      `--username=${user}`,
      `--pwfile=${passwordFile(unfinished)}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${ctype}`,
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]
    await run(program, args, { ...as.ids, cwd: '/' }).catch((error: { stderr?: string }) => {
      throw new Error(`The database could not be made in ${dataDir}: ${error.stderr?.trim() ?? error}`)
    })
    await writePassword(cluster, password, owner)
    await rmdir(dataDir).catch(() => undefined)
    await rename(cluster, dataDir)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}
