import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ownerFile = (dataDir: string) => path.join(dataDir, 'started-by.pid')

type Server = { pid: number; parent: number }

/** Linux: every PostgreSQL process works in its data folder, and /proc says so, even when its pid file is gone. */
const readProc = async (dataDir: string): Promise<Server[]> => {
  const home = await realpath(dataDir)
  const found = await Promise.all(
    (await readdir('/proc'))
      .filter(name => /^\d+$/.test(name))
      .map(async name => {
        try {
          const [cwd, status] = await Promise.all([
            readlink(`/proc/${name}/cwd`),
            readFile(`/proc/${name}/status`, 'utf8'),
          ])
          if (cwd !== home || !/^Name:\s*postgres$/m.test(status)) return undefined
          return { pid: Number(name), parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) }
        } catch {
          return undefined // it ended meanwhile, or is not ours to look at
        }
      }),
  )
  return found.filter(server => server !== undefined)
}

/** Elsewhere: the process that the pid file names, if its command line names this folder. */
const readPidFile = async (dataDir: string): Promise<Server[]> => {
  const pid = Number((await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return []
  const { stdout } = await run('ps', ['-o', 'ppid=,command=', '-p', `${pid}`]).catch(() => ({ stdout: '' }))
  return stdout.includes(dataDir) ? [{ pid, parent: Number.parseInt(stdout, 10) }] : []
}

const findServers = (dataDir: string) => (process.platform === 'linux' ? readProc(dataDir) : readPidFile(dataDir))

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // already gone
  }
}

const waitUntilGone = async (dataDir: string, milliseconds: number): Promise<Server[]> => {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const servers = await findServers(dataDir)
    if (servers.length === 0 || Date.now() > deadline) return servers
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** Remembers which process holds this data, so that a later start can tell a server in use from one left over. */
export const writeOwner = (dataDir: string): Promise<void> => writeFile(ownerFile(dataDir), `${process.pid}\n`)

/**
 * Ends what a killed start left running on this data, and removes a pid file that names a process of something else.
 * Throws when the data is in use by a start that is alive.
 */
export const endLeftoverServer = async (dataDir: string): Promise<void> => {
  const owner = Number(await readFile(ownerFile(dataDir), 'utf8').catch(() => ''))
  const servers = await findServers(dataDir)
  if (owner > 0 && servers.some(server => server.parent === owner)) {
    throw new Error(`The database in ${dataDir} is in use by process ${owner}. Stop that one first.`)
  }
  for (const [name, patience] of [
    ['SIGINT', 5000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 2000],
  ] as const) {
    const left = await findServers(dataDir)
    for (const { pid, parent } of left) if (!left.some(other => other.pid === parent)) signal(pid, name)
    if ((await waitUntilGone(dataDir, patience)).length === 0) break
  }
  const [stuck] = await findServers(dataDir)
  if (stuck) throw new Error(`Process ${stuck.pid} of an earlier start holds ${dataDir}, and does not end.`)
  await rm(path.join(dataDir, 'postmaster.pid'), { force: true })
}
