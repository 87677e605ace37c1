import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../../bootstrap/failure.mjs'
import { isRunning, type Recorded } from './pid-file.ts'

const FORCED_MS = 5000

/** Asks a process to end, waits for it, and ends it and its group by force when its time is up. */
export async function endProcess(recorded: Recorded, patienceMs: number): Promise<void> {
  signal(recorded.pid, 'SIGTERM')
  if (await endsWithin(recorded, patienceMs)) return
  signalGroup(recorded.pid, 'SIGKILL')
  signal(recorded.pid, 'SIGKILL')
  if (await endsWithin(recorded, FORCED_MS)) return
  throw new Failure(
    `Process ${recorded.pid} (${recorded.name}) of an earlier start does not end, or belongs to another user: end it first.`,
  )
}

async function endsWithin(recorded: Recorded, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (isRunning(recorded)) {
    if (Date.now() > deadline) return false
    await wait(20)
  }
  return true
}

/** Sends a signal to a process that leads a group, and to all of the group. */
export function signalGroup(pid: number, name: NodeJS.Signals): void {
  signal(-pid, name)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile, or is not ours: what waits for its end tells the two apart.
  }
}
