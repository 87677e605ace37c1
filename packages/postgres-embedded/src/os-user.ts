import { execFile } from 'node:child_process'
import { lstat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The operating system's user to run PostgreSQL as; empty when it is the present one. */
export type OsUser = { uid: number; gid: number } | Record<string, never>

const lookUp = async (name: string): Promise<OsUser> => {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

const lookUpOrCreate = async (): Promise<OsUser> => {
  try {
    return await lookUp('postgres')
  } catch {
    try {
      await run('groupadd', ['--force', 'postgres'])
      await run('useradd', ['--gid', 'postgres', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
      return await lookUp('postgres')
    } catch (cause) {
      throw new Error(
        'PostgreSQL refuses to run as root, and the user "postgres" could not be created. Start as another user.',
        { cause },
      )
    }
  }
}

/**
 * PostgreSQL refuses to run as root: then it runs as whoever owns its data, or as the user `postgres` (made when absent).
 * Without root it runs as the present user, whose own the data must be.
 */
export const osUserFor = async (dataDir: string): Promise<OsUser> => {
  const owner = await lstat(dataDir).catch(() => undefined)
  if (process.getuid?.() === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : lookUpOrCreate()
  if (owner && process.getuid && owner.uid !== process.getuid()) {
    throw new Error(`The database's files in ${dataDir} belong to another user. Start as that user, or delete them.`)
  }
  return {}
}
