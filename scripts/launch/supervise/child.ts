import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../../bootstrap/failure.mjs'
import { root } from '../../bootstrap/repository.mjs'
import { shown } from '../paths.ts'
import { signalGroup } from '../running/end-process.ts'
import { removePidFile, writePidFile } from '../running/pid-file.ts'
import { followLines, lastLines, openLog } from './log-file.ts'

export type ChildSpec = {
  /** Of its log and pid file. */
  name: string
  /** For people: 'the database'. */
  title: string
  /** Arguments for Node 24. */
  args: string[]
  env: Record<string, string>
  /** Whether it is ready now; asked again and again with the lines it has written since. */
  isReady: (newLines: string[]) => boolean | Promise<boolean>
  /** Its end learns alone; whoever started it starts it again. */
  mayEnd?: boolean
}

export type Child = {
  spec: ChildSpec
  logFile: string
  /** Settles when it has ended, asked to or not. */
  ended: Promise<void>
  isRunning(): boolean
  /** How it ended, in words. */
  ending(): string
  /** Asks it to end; by force, with all that it has started, when its time is up. */
  stop(patienceMs: number): Promise<void>
}

export type Folders = { run: string; logs: string }

/**
 * Starts a child in a group of its own, so that Ctrl-C on the terminal reaches the launcher alone, which stops its
 * children in order. Its output goes to its log; its standard input stays open for as long as the launcher lives.
 */
export function startChild(spec: ChildSpec, folders: Folders): Child {
  const log = openLog(folders.logs, spec.name)
  const child = spawn(process.execPath, spec.args, {
    cwd: root,
    env: { ...spec.env, STOP_WITH_STDIN: '1' },
    stdio: ['pipe', log.descriptor, log.descriptor],
    detached: true,
  })
  closeSync(log.descriptor)
  child.stdin?.on('error', () => undefined)
  if (child.pid !== undefined) writePidFile(folders.run, spec.name, child.pid)
  let running = true
  let ending = ''
  const ended = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  }).then(how => {
    running = false
    ending = how
    removePidFile(folders.run, spec.name)
  })
  return {
    spec,
    logFile: log.file,
    ended,
    isRunning: () => running,
    ending: () => ending,
    stop: patienceMs => stopChild(child, ended, patienceMs),
  }
}

async function stopChild(child: ChildProcess, ended: Promise<void>, patienceMs: number): Promise<void> {
  const { pid } = child
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return ended
  child.kill('SIGTERM')
  const force = setTimeout(() => signalGroup(pid, 'SIGKILL'), patienceMs)
  await ended
  clearTimeout(force)
}

/** Waits until a child is ready. Throws a Failure with the last it said when it ends before, or takes too long. */
export async function whenReady(child: Child, timeoutMs = 60_000): Promise<void> {
  const log = followLines(child.logFile)
  const deadline = Date.now() + timeoutMs
  try {
    while (!(await child.spec.isReady(log.next()))) {
      if (!child.isRunning()) throw failureOf(child, 'did not start')
      if (Date.now() > deadline) throw failureOf(child, `was not ready within ${timeoutMs / 1000} s`)
      await wait(15)
    }
  } finally {
    log.close()
  }
}

/** What became of a child, with its last words: in the line when they are one line, else before it. */
export function failureOf({ spec, logFile }: Child, what: string): Failure {
  const words = lastLines(logFile, 12).filter(line => !isAnnouncement(line))
  const [only] = words
  const said = `${spec.title.charAt(0).toUpperCase()}${spec.title.slice(1)} ${what}`
  if (words.length === 1 && only) return new Failure(`${said}: ${only}`)
  const seen = words.length > 0 ? 'its last lines are above, and all of them' : 'its log is'
  return new Failure(`${said}: ${seen} in ${shown(logFile)}`, words.map(line => line.slice(0, 400)).join('\n'))
}

const isAnnouncement = (line: string) => line.startsWith('{"ready":true')

/** For a sandbox: it writes one line of JSON when it is ready. */
export function announced(newLines: string[]): boolean {
  return newLines.some(isAnnouncement)
}
