import type { Failure } from '../../bootstrap/failure.mjs'
import { type Child, type ChildSpec, type Folders, failureOf, startChild, whenReady } from './child.ts'

/** Everything is to be gone this long after it was asked to stop, and whatever is not is ended by force. */
const STOP_MS = 10_000
/** Of that, kept for the last ones: the database writes its memory to the disk. */
const LAST_MS = 2500

export type Supervisor = {
  /** Starts a child and waits until it is ready; one of the same name that still runs is stopped first. */
  start(spec: ChildSpec): Promise<void>
  /** Rejects with a Failure when a child ends that nobody asked to. */
  broken: Promise<never>
  /** Ends the faces first, then what they use, the database last. */
  stop(): Promise<void>
}

/**
 * Keeps the product's processes. `order` names who is stopped together, first to last. With `onEnd` the end of a ready
 * child is told to it instead of breaking everything.
 */
export function createSupervisor(folders: Folders, order: string[][], onEnd?: (failure: Failure) => void): Supervisor {
  const children = new Map<string, Child>()
  let stopping = false
  let breakDown: (failure: Failure) => void = () => undefined
  const broken = new Promise<never>((_, reject) => {
    breakDown = reject
  })
  // Whoever waits for it hears of it; nobody may be waiting yet.
  broken.catch(() => undefined)

  const tellOfEnd = (child: Child) => {
    const isAsked = stopping || children.get(child.spec.name) !== child
    if (isAsked) return
    const failure = failureOf(child, `ended unexpectedly (${child.ending()})`)
    if (child.spec.mayEnd && onEnd) onEnd(failure)
    else breakDown(failure)
  }

  return {
    broken,
    start: async spec => {
      const present = children.get(spec.name)
      children.delete(spec.name)
      await present?.stop(STOP_MS - LAST_MS)
      if (stopping) return
      const child = startChild(spec, folders)
      children.set(spec.name, child)
      await whenReady(child)
      child.ended.then(() => tellOfEnd(child))
    },
    stop: async () => {
      stopping = true
      const deadline = Date.now() + STOP_MS
      for (const [index, names] of order.entries()) {
        const kept = index === order.length - 1 ? 0 : LAST_MS
        const patience = Math.max(deadline - kept - Date.now(), 500)
        await Promise.all(names.map(name => children.get(name)?.stop(patience)))
      }
    },
  }
}
