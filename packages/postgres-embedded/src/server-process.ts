import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { RunAs } from './run-as.ts'

export type ServerProcess = {
  /** Settles when the server has ended, for whatever reason. */
  ended: Promise<void>
  /** Asks the server to disconnect everyone and end, and waits for it. */
  stop(): Promise<void>
}

/** How long a stop may take, in milliseconds, before it becomes one that recovers at the next start. */
const patience = 10_000

const logFile = (dataDir: string) => path.join(dataDir, 'server.log')

/** Ends the server when this process is gone, even by SIGKILL: the pipe's end closes with it, and `read` returns. */
const watchOver = (server: ChildProcess, ids: RunAs['ids']): ChildProcess => {
  const script = 'read -r line; kill -INT "$0"'
  const watcher = spawn('/bin/sh', ['-c', script, `${server.pid}`], {
    ...ids,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.on('error', () => undefined)
  watcher.stdin?.on('error', () => undefined)
  watcher.unref()
  return watcher
}

const isReady = async (dataDir: string, pid: number | undefined): Promise<boolean> => {
  const lines = (await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/**
 * Runs a server on its data until stopped, and resolves when it accepts connections (it says so in its pid file).
 * Throws with the last lines of its log when it ends before that.
 */
export const runServer = async (command: string[], dataDir: string, as: RunAs): Promise<ServerProcess> => {
  const [program = '', ...args] = [...as.prefix, ...command]
  const log = await open(logFile(dataDir), 'w', 0o600)
  const child = spawn(program, args, { ...as.ids, cwd: '/', stdio: ['ignore', log.fd, log.fd], detached: true })
  child.unref()
  await log.close()
  let running = true
  let cause: Error | undefined
  const ended = new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.once('error', error => {
      cause = error
      resolve()
    })
  }).then(() => {
    running = false
  })
  const watcher = watchOver(child, as.ids)
  void ended.then(() => watcher.kill('SIGKILL'))
  while (!(await isReady(dataDir, child.pid))) {
    if (!running) throw new Error((await readLog(dataDir)) || 'PostgreSQL could not be started.', { cause })
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  return {
    ended,
    stop: async () => {
      if (running) child.kill('SIGINT')
      child.ref()
      const overdue = setTimeout(() => child.kill('SIGQUIT'), patience)
      await ended
      clearTimeout(overdue)
    },
  }
}

const readLog = async (dataDir: string): Promise<string> => {
  const lines = (await readFile(logFile(dataDir), 'utf8')).trim().split('\n')
  return (
    lines
      .filter(line => /FATAL|ERROR|HINT|could not/.test(line))
      .slice(-4)
      .join('\n') || lines.slice(-4).join('\n')
  )
}
