import { setTimeout as wait } from 'node:timers/promises'
import type { Failure } from '../../bootstrap/failure.mjs'
import { type Child, type ChildSpec, type Folders, failureOf, startChild, whenReady } from './child.ts'

/** Everything is to be gone this long after it was asked to stop, and whatever is not is ended by force. */
const STOP_MS = 10_000
/** Of that, kept for the last ones: the database writes its memory to the disk. */
const LAST_MS = 2500

/** How long to wait before a child that ended is started again: twice as long each time, until it has stayed up. */
export type BackOff = { firstMs: number; longestMs: number; steadyMs: number }

const BACK_OFF: BackOff = { firstMs: 1000, longestMs: 30_000, steadyMs: 60_000 }

export type Supervisor = {
  /**
   * Starts a child and waits until it is ready; one of the same name that still runs is stopped first. From then on it
   * is started again whenever it ends unasked.
   * @throws Failure when it cannot start
   */
  start(spec: ChildSpec): Promise<void>
  /** Ends the faces first, then what they use, the database last. */
  stop(): Promise<void>
}

type SupervisorOptions = {
  folders: Folders
  /** Who is stopped together, first to last. */
  order: string[][]
  /** Told of the end of a child that nobody asked to. */
  onEnd: (failure: Failure) => void
  backOff?: BackOff
}

/** Keeps the product's processes. */
export function createSupervisor({ folders, order, onEnd, backOff = BACK_OFF }: SupervisorOptions): Supervisor {
  const children = new Map<string, Child>()
  const stopping = new AbortController()
  const { signal } = stopping
  const isAsked = (child: Child) => signal.aborted || children.get(child.spec.name) !== child

  function begin(spec: ChildSpec): Child {
    const child = startChild(spec, folders)
    children.set(spec.name, child)
    return child
  }

  /** @returns when the child was asked to end, or may end */
  async function keep(first: Child): Promise<void> {
    const { spec } = first
    let child = first
    for (let failures = 0; ; failures += 1) {
      const since = Date.now()
      await child.ended
      if (isAsked(child)) return
      const ended = `ended unexpectedly (${child.ending()})`
      if (spec.mayEnd) return onEnd(failureOf(child, ended))
      if (Date.now() - since >= backOff.steadyMs) failures = 0
      const delayMs = Math.min(backOff.firstMs * 2 ** failures, backOff.longestMs)
      onEnd(failureOf(child, `${ended}, and is started again in ${delayMs / 1000} s`))
      await wait(delayMs, undefined, { signal }).catch(() => undefined)
      if (isAsked(child)) return
      const again = begin(spec)
      whenReady(again).catch(() => again.stop(LAST_MS))
      child = again
    }
  }

  return {
    start: async spec => {
      const present = children.get(spec.name)
      children.delete(spec.name)
      await present?.stop(STOP_MS - LAST_MS)
      if (signal.aborted) return
      const child = begin(spec)
      await whenReady(child)
      void keep(child)
    },
    stop: async () => {
      stopping.abort()
      const deadline = Date.now() + STOP_MS
      for (const [index, names] of order.entries()) {
        const kept = index === order.length - 1 ? 0 : LAST_MS
        const patience = Math.max(deadline - kept - Date.now(), 500)
        await Promise.all(names.map(name => children.get(name)?.stop(patience)))
      }
    },
  }
}
