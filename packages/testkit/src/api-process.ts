import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

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

const SERVER = fileURLToPath(import.meta.resolve('@second-ring/api/server'))

/**
 * Starts the API, and resolves when it listens.
 * @param env all that it is to know; PORT is a free-picked one unless it is given
 * @throws Error with its last words when it ends before that
 */
export async function startApi(env: Record<string, string>): Promise<ApiProcess> {
  const child = spawn(process.execPath, ['--enable-source-maps', SERVER], {
    env: { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log: LogLine[] = []
  let words = ''
  child.stderr.on('data', chunk => (words += chunk))
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const listening = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', text => {
      const line = readLine(text)
      log.push(line)
      const url = /^Server listening at (\S+)/.exec(line.msg)?.[1]
      if (url) resolve(url)
    })
    ended.then(code => reject(new Error(`The API ended with ${code}: ${words || log.at(-1)?.msg}`)))
  })
  const url = await listening
  const operations = log.find(({ msg }) => msg === 'operations listening')
  return {
    url,
    operationsUrl: typeof operations?.url === 'string' ? operations.url : null,
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
}

function readLine(text: string): LogLine {
  try {
    return JSON.parse(text)
  } catch {
    return { level: 0, msg: text }
  }
}
