import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../repository.ts'

export interface ChildSpec {
  name: string
  /** Arguments for Node. */
  args: string[]
  env: Record<string, string>
  /** Whether it is ready; asked again and again with all it has written. */
  isReady(written: string): boolean | Promise<boolean>
}

/** A process of the product. */
export interface Child {
  pid: number
  isRunning(): boolean
  /** The end of what it has written. */
  lastWords(): string
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>
  /** Asks it to end, and after ten seconds ends it. */
  stop(): Promise<void>
  ended: Promise<void>
}

const READY_MS = 60_000
const STOP_MS = 10_000
const LOOK_MS = 10
const LAST_WORDS = 2000

let started = 0

/**
 * Starts a process and waits until it is ready; its words go to a file of `logs`. It ends with this process.
 * @throws Error with its last words when it ends before, or is not ready in a minute
 */
export async function startChild({ name, args, env, isReady }: ChildSpec, logs: string): Promise<Child> {
  started += 1
  const log = path.join(logs, `${String(started).padStart(4, '0')}-${name}.log`)
  const descriptor = openSync(log, 'a')
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...env, STOP_WITH_STDIN: '1' },
    stdio: ['pipe', descriptor, descriptor],
  })
  closeSync(descriptor)
  child.stdin?.on('error', () => undefined)
  let running = true
  const ended = new Promise<void>(resolve => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  }).then(() => {
    running = false
  })
  const deadline = Date.now() + READY_MS
  while (!(await isReady(readFileSync(log, 'utf8')))) {
    if (!running || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${name} did not start:\n${readFileSync(log, 'utf8').slice(-LAST_WORDS)}`)
    }
    await wait(LOOK_MS)
  }
  return {
    pid: child.pid ?? 0,
    isRunning: () => running,
    lastWords: () => readFileSync(log, 'utf8').slice(-LAST_WORDS),
    ended,
    kill() {
      child.kill('SIGKILL')
      return ended
    },
    async stop() {
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(force)
    },
  }
}

/** For a sandbox: it writes one line of JSON when it is ready. */
export function announced(written: string): boolean {
  return written.includes('{"ready":true')
}
