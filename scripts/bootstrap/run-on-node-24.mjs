import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { node24, root } from './repository.mjs'

/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Goes on in a TypeScript file on Node 24, as far as possible as if this process were that one: its signals, its
 * output, its exit code. The channel between the two tells it when this process is gone.
 * @param {string} file relative to the checkout
 * @param {string[]} args
 */
export async function runOnNode24(file, args) {
  const child = spawn(node24, [path.join(root, file), ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal))
  const stopWatching = watchParent(() => child.kill('SIGTERM'))
  /** @type {number} */
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (status, signal) => resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
  stopWatching()
  process.exitCode = code
}

/**
 * npm passes SIGTERM and SIGINT on, but a killed npm cannot: its death shows as another parent. Without npm the parent
 * is a shell, which may end while this goes on.
 * @param {() => void} onDeath
 */
function watchParent(onDeath) {
  if (!process.env.npm_lifecycle_event) return () => undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onDeath()
  }, 500)
  return () => clearInterval(timer)
}
