import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@second-ring/server-process/free-port'

/** A line of the API's log. */
export interface LogLine {
  level: number
  msg: string
  reqId?: string
  [field: string]: unknown
}

/** The API in a process of its own. */
export interface ApiProcess {
  url: string
  pid: number
  /** The address of its operations listener, when OPERATIONS_PORT asked for one. */
  operationsUrl: string | null
  /** What it has logged so far, oldest first. */
  log: readonly LogLine[]
  /** Its exit code, when it has ended, asked to or not; null when a signal ended it. */
  ended: Promise<number | null>
  /** Asks it to stop, as whoever supervises it does, and waits for its end. */
  stop(): Promise<number | null>
  /** Ends it without asking. */
  kill(): Promise<void>
}

const ASK_EVERY_MS = 20
const SERVER = fileURLToPath(import.meta.resolve('@second-ring/api/server'))

/**
 * Starts the API, and resolves when it answers.
 * @param env all that it is to know; a port that is 0 or not there is a free-picked one
 * @throws Error with its last words when it ends before that
 */
export async function startApi(env: Record<string, string>): Promise<ApiProcess> {
  const port = await pick(env.PORT ?? '0')
  const operationsPort = env.OPERATIONS_PORT === undefined ? null : await pick(env.OPERATIONS_PORT)
  const child = spawn(process.execPath, ['--enable-source-maps', SERVER], {
    env: {
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      ...env,
      PORT: port,
      ...(operationsPort !== null && { OPERATIONS_PORT: operationsPort }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log: LogLine[] = []
  let words = ''
  createInterface(child.stdout).on('line', text => log.push(readLine(text)))
  child.stderr.on('data', chunk => (words += chunk))
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const api = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    operationsUrl: operationsPort === null ? null : `http://127.0.0.1:${operationsPort}`,
    log,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
  while (!(await answers(api.url))) {
    if (child.exitCode !== null) throw new Error(`The API ended with ${child.exitCode}: ${words || log.at(-1)?.msg}`)
    await wait(ASK_EVERY_MS)
  }
  return api
}

async function pick(port: string): Promise<string> {
  return port === '0' ? `${await freePort()}` : port
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

function readLine(text: string): LogLine {
  try {
    return JSON.parse(text)
  } catch {
    return { level: 0, msg: text }
  }
}
