import { type ChildProcess, spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

export type Command = {
  command: string
  args: string[]
  cwd: string
  env?: Record<string, string>
  /** It has failed when it takes longer. */
  timeoutMs: number
  /** Shows its output as it comes, instead of keeping it for a failure. */
  isShown?: boolean
}

export type Outcome = { code: number; output: string }

const running = new Set<ChildProcess>()

/** Ends a process, which must lead a group of its own, with the commands when these are ended. */
export function endWithCommands(child: ChildProcess): void {
  running.add(child)
  child.once('close', () => running.delete(child))
}

/** Runs a command to its end, without a standard input; what it starts is ended with it when its time is up. */
export function runCommand({ command, args, cwd, env, timeoutMs, isShown }: Command): Promise<Outcome> {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    endWithCommands(child)
    const chunks: Buffer[] = []
    const take = (chunk: Buffer) => {
      if (isShown) process.stdout.write(chunk)
      else chunks.push(chunk)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const timer = setTimeout(() => {
      take(Buffer.from(`\nIt took longer than ${timeoutMs / 1000} s and was ended.\n`))
      endGroup(child, 'SIGKILL')
    }, timeoutMs)
    child.once('error', error => take(Buffer.from(`${error.message}\n`)))
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code: signal ? 1 : (code ?? 1), output: readable(Buffer.concat(chunks)) })
    })
  })
}

/** What is not read on a terminal has no colours, though some tools insist on them. */
function readable(output: Buffer): string {
  return process.stdout.isTTY ? output.toString() : stripVTControlCharacters(output.toString())
}

/** Ends a process and what it has started. */
function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** Ends everything that was started here and runs. */
export function endCommands(): void {
  for (const child of running) endGroup(child, 'SIGTERM')
}
