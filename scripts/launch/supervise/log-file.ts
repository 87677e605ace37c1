import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync } from 'node:fs'
import path from 'node:path'

export type LogFile = { file: string; descriptor: number }

/** Opens an empty log for one run of a process; the log of the run before is kept beside it. */
export function openLog(logsDir: string, name: string): LogFile {
  const file = path.join(logsDir, `${name}.log`)
  if (existsSync(file)) renameSync(file, path.join(logsDir, `${name}.previous.log`))
  return { file, descriptor: openSync(file, 'a', 0o600) }
}

/** The last lines of a log that say something. */
export function lastLines(file: string, count: number): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map(line => line.trimEnd())
    .filter(Boolean)
    .slice(-count)
}

/** Reads a log as it grows, whole line by whole line. */
export function followLines(file: string): { next(): string[]; close(): void } {
  const descriptor = openSync(file, 'r')
  const buffer = Buffer.alloc(64 * 1024)
  let position = 0
  let rest = ''
  return {
    next: () => {
      const size = readSync(descriptor, buffer, 0, buffer.length, position)
      position += size
      const lines = (rest + buffer.toString('utf8', 0, size)).split('\n')
      rest = lines.pop() ?? ''
      return lines
    },
    close: () => closeSync(descriptor),
  }
}
