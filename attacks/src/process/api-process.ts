import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The product's server as a process of its own, from its sources. */
export interface ApiProcess {
  url: string
  /** Every line that it has written. */
  lines: string[]
  /** Ends it as an operator would. */
  stop(): Promise<void>
}

const server = fileURLToPath(import.meta.resolve('@second-ring/api/server'))

/** Starts the server with nothing but the given environment. @throws Error with what it wrote when it does not start */
export async function startApi(environment: Record<string, string>): Promise<ApiProcess> {
  const { child, lines, ended } = spawnApi({ LOG_LEVEL: 'info', ...environment })
  const url = await Promise.race([
    listening(child, lines),
    ended.then(code => {
      throw new Error(`The server ended with ${code}:\n${lines.join('\n')}`)
    }),
  ])
  return {
    url,
    lines,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts a server that is expected to refuse to. */
export async function refusedStart(environment: Record<string, string>): Promise<{ code: number; output: string }> {
  const { lines, ended } = spawnApi(environment)
  const code = await ended
  return { code, output: lines.join('\n') }
}

function spawnApi(environment: Record<string, string>): {
  child: ChildProcess
  lines: string[]
  ended: Promise<number>
} {
  const child = spawn(process.execPath, [server], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const streams = [child.stdout, child.stderr].map(input => createInterface({ input }))
  for (const stream of streams) stream.on('line', line => lines.push(line))
  const ended = Promise.all([once(child, 'exit'), ...streams.map(stream => once(stream, 'close'))]).then(([[code]]) =>
    typeof code === 'number' ? code : 1,
  )
  return { child, lines, ended }
}

/** The address in the server's own line on where it listens. */
async function listening(child: ChildProcess, lines: string[]): Promise<string> {
  for (;;) {
    const url = /Server listening at (http:\/\/[\w.:]+)/.exec(lines.join('\n'))?.[1]
    if (url) return url
    await once(child.stdout ?? child, 'data')
  }
}
