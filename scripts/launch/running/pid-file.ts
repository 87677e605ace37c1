import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { processStart } from './process-start.ts'

/** A process as its pid file names it. `url` is the site's address, for the launcher itself. */
export type Recorded = { name: string; pid: number; start: string; url?: string }

const SUFFIX = '.pid'

/** Records a running process, so that a later start finds it. */
export function writePidFile(runDir: string, name: string, pid: number): void {
  const start = processStart(pid)
  if (start) writeFileSync(path.join(runDir, name + SUFFIX), `${JSON.stringify({ name, pid, start })}\n`)
}

export function removePidFile(runDir: string, name: string): void {
  rmSync(path.join(runDir, name + SUFFIX), { force: true })
}

/** What a pid file says, if the very process that it names is still running. */
export function readPidFile(runDir: string, name: string): Recorded | undefined {
  try {
    const recorded: Recorded = JSON.parse(readFileSync(path.join(runDir, name + SUFFIX), 'utf8'))
    return isRunning(recorded) ? recorded : undefined
  } catch {
    return undefined
  }
}

/** The running processes that the folder's pid files name. */
export function readPidFiles(runDir: string): Recorded[] {
  const names = readdirSync(runDir).filter(file => file.endsWith(SUFFIX))
  return names.flatMap(file => readPidFile(runDir, file.slice(0, -SUFFIX.length)) ?? [])
}

export function isRunning({ pid, start }: Recorded): boolean {
  return processStart(pid) === start
}

/**
 * Records this process under a name that only one running process may hold.
 * @returns the other one, when there is one
 */
export function claimPidFile(runDir: string, name: string, url: string): Recorded | undefined {
  const file = path.join(runDir, name + SUFFIX)
  const content = `${JSON.stringify({ name, pid: process.pid, start: processStart(process.pid), url })}\n`
  for (;;) {
    try {
      // Of two that start at once, one fails.
      writeFileSync(file, content, { flag: 'wx' })
      return undefined
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const other = readPidFile(runDir, name)
      if (other) return other
      rmSync(file, { force: true })
    }
  }
}
