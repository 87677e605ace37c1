import { variable } from './env.ts'

export type RunningServer = {
  /** Ends it; resolves when its files are written and its port is free. */
  stop(): Promise<void>
  /** Settles when it ended, asked to or not; absent for what lives in this very process. */
  ended?: Promise<void>
}

/**
 * Runs a sandbox as this process: one JSON line on stdout when it is ready, a clean stop and exit 0 on SIGTERM or
 * SIGINT, one line on stderr and exit 1 when it cannot start or ends unasked. With STOP_WITH_STDIN=1 it also stops when
 * its standard input closes, so that it does not outlive a parent that was killed.
 */
export const runAsProcess = async <T extends RunningServer>(
  start: () => Promise<T>,
  announce: (server: T) => Record<string, unknown>,
): Promise<void> => {
  const fail = (error: unknown): never => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
  let asked: (() => void) | undefined
  const toStop = new Promise<void>(resolve => {
    asked = resolve
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => asked?.())
  if (variable('STOP_WITH_STDIN') === '1') {
    process.stdin.on('end', () => asked?.())
    process.stdin.on('error', () => asked?.())
    process.stdin.resume()
  }
  const staysAlive = setInterval(() => undefined, 60_000)
  process.stdout.on('error', () => undefined)
  try {
    const server = await start()
    process.stdout.write(`${JSON.stringify({ ready: true, ...announce(server) })}\n`)
    const stopped = await Promise.race([
      toStop.then(() => true),
      ...(server.ended ? [server.ended.then(() => false)] : []),
    ])
    if (!stopped) fail('It ended unexpectedly.')
    await server.stop()
  } catch (error) {
    fail(error)
  }
  clearInterval(staysAlive)
  process.exit(0)
}
