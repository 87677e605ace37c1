import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { WEBKIT_DRIVER_PATH } from '../env.ts'

const READY_MS = 20_000

/** Starts WebKitGTK's driver, on a screen that nobody sees. Returns its url, and a function that ends both. */
export async function serveDriver(): Promise<{ url: string; stop: () => Promise<void> }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await firstLine(screen)
  const port = await freePort()
  const driver = spawn(WEBKIT_DRIVER_PATH, ['--host=127.0.0.1', `--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${display}` },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    await end(driver)
    await end(screen)
  }
  const deadline = Date.now() + READY_MS
  while (!(await isReady(url))) {
    if (Date.now() > deadline) {
      await stop()
      throw new Error(`${WEBKIT_DRIVER_PATH} did not start`)
    }
    await wait(50)
  }
  return { url, stop }
}

/** The number of its display, which Xvfb writes when it is ready. */
async function firstLine(screen: ChildProcess): Promise<string> {
  const pipe = screen.stdio[3]
  if (!pipe) throw new Error('Xvfb has no pipe')
  const failed = once(screen, 'exit').then(() => Promise.reject(new Error('Xvfb did not start')))
  const [chunk] = await Promise.race([once(pipe, 'data'), failed])
  return `${chunk}`.trim()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

const isReady = (url: string) =>
  fetch(`${url}/status`).then(
    ({ ok }) => ok,
    () => false,
  )

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
