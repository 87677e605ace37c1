import type { Standing } from '@second-ring/contracts/live/news'

/** What the stream knows better than a query: where the listings on the screen stand now. */
export function createStandings() {
  const known = new Map<string, Standing>()
  const shown = new Map<string, number>()
  const watchers = new Set<() => void>()
  const call = () => {
    for (const watcher of watchers) watcher()
  }
  return {
    of: (id: string) => known.get(id),
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
    tell(standings: readonly Standing[]): void {
      for (const standing of standings) known.set(standing.id, standing)
      call()
    },
    /** Forgets all but these: of the others nobody tells any more. */
    keep(ids: ReadonlySet<string>): void {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
      call()
    },
  }
}

export type Standings = ReturnType<typeof createStandings>

/** Those of this tab. */
export const standings = createStandings()
