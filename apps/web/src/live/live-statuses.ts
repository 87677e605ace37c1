import type { Standing } from '@second-ring/contracts/live/events'

/**
 * For how long the stream is believed over an answer that was asked for after it: another process of the server may hear
 * of the change a moment later. In milliseconds.
 */
export const HOLD_MS = 2000

interface Known {
  standing: Standing
  /** An answer that was asked for from here on is newer. */
  holdsUntil: number
}

/** Where the listings on the screen stand now: what the stream says, until an answer is known to be newer. */
export function createLiveStatuses(now = () => performance.now()) {
  const known = new Map<string, Known>()
  const shown = new Map<string, number>()
  const watchers = new Set<() => void>()
  const call = () => {
    for (const watcher of watchers) watcher()
  }
  return {
    of: (id: string) => known.get(id)?.standing,
    /** The ids on the screen, those of the latest cards last. */
    shown: () => [...shown.keys()],
    /** Calls the watcher when a standing or what is on the screen has changed. */
    subscribe(watcher: () => void): () => void {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    /** Counts a listing as on the screen until the function that it gives is called. */
    show(id: string): () => void {
      const change = (by: number) => {
        const count = (shown.get(id) ?? 0) + by
        if (count) shown.set(id, count)
        else shown.delete(id)
        call()
      }
      change(1)
      return () => change(-1)
    },
    tell(liveStatuses: readonly Standing[]): void {
      for (const standing of liveStatuses) known.set(standing.id, { standing, holdsUntil: now() + HOLD_MS })
      call()
    },
    /** Takes what an answer says of listings that the stream has told of, unless what is known is newer. */
    learn(liveStatuses: readonly Standing[], askedAt: number): void {
      for (const { id, state, resalePriceCents } of liveStatuses) {
        const before = known.get(id)
        if (!before || before.holdsUntil > askedAt) continue
        known.set(id, { standing: { id, state, resalePriceCents }, holdsUntil: askedAt })
      }
      call()
    },
    /** The stream is silent: any answer that is asked for from now on is newer. */
    release(): void {
      for (const each of known.values()) each.holdsUntil = Math.min(each.holdsUntil, now())
    },
    /** Forgets all but these: of the others nobody tells any more. */
    keep(ids: ReadonlySet<string>): void {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
      call()
    },
  }
}

export type LiveStatuses = ReturnType<typeof createLiveStatuses>

/** Those of this tab. */
export const liveStatuses = createLiveStatuses()
