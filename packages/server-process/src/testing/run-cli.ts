import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { inherited } from '../env.ts'

export type RunningCli = {
  process: ChildProcess
  /** The JSON line that it wrote when ready. */
  ready: Record<string, unknown>
  /** Sends a signal and resolves to the exit code, null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Runs a cli.ts as a child process until its ready line; rejects with what it wrote to stderr when it ends instead. */
export const runCli = async (file: URL, env: Record<string, string>): Promise<RunningCli> => {
  const child = spawn(process.execPath, [fileURLToPath(file)], { env: { ...inherited, ...env }, stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  const exited = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => Promise.reject(new Error(stderr.trim()))),
  ])
  return {
    process: child,
    ready: JSON.parse(String(line[0])),
    end: async signal => {
      child.kill(signal)
      const [code] = await exited
      return typeof code === 'number' ? code : null
    },
  }
}
