import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** A process that leads a group of its own and does nothing; with `stubborn` it does not heed SIGTERM either. */
export async function idleProcess({ stubborn = false } = {}): Promise<ChildProcess & { pid: number }> {
  const code = `${stubborn ? "process.on('SIGTERM', () => {});" : ''} setInterval(() => {}, 1000); console.log('up')`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const { pid } = child
  if (pid === undefined) throw new Error('The process did not start')
  return Object.assign(child, { pid })
}
