import type { LiveStatus } from '@second-ring/contracts/live/events'
import type { Query, QueryClient } from '@tanstack/react-query'
import { showsListings, writeInto, writeListings } from './cached-listings.ts'

/**
 * For how long the stream is believed over an answer that was asked for after it: another process of the server may hear
 * of the change a moment later. In milliseconds.
 */
export const HOLD_MS = 2000

interface Event {
  listing: LiveStatus
  /** An answer that was asked for from here on is newer. */
  holdsUntil: number
}

/** What the stream has told last of each listing. It is written into the cache, and again over answers that are older. */
export function createLatestEvents(queryClient: QueryClient, now = () => performance.now()) {
  const latest = new Map<string, Event>()
  const askedAt = new WeakMap<Query, number>()
  return {
    /**
     * Writes an event into the cache.
     * @returns the listings that were shown otherwise
     */
    take(listings: readonly LiveStatus[]): LiveStatus[] {
      for (const listing of listings) latest.set(listing.id, { listing, holdsUntil: now() + HOLD_MS })
      return writeListings(queryClient, listings)
    },
    /** Watches the answers that come, until the function that it returns is called. */
    holdAgainstOlderAnswers(): () => void {
      return queryClient.getQueryCache().subscribe(event => {
        if (event.type !== 'updated' || !showsListings(event.query)) return
        const { query, action } = event
        if (action.type === 'fetch') askedAt.set(query, now())
        if (action.type !== 'success' || action.manual) return
        // What was asked for before anybody watched is older.
        const asked = askedAt.get(query) ?? 0
        const newer = [...latest.values()].filter(({ holdsUntil }) => holdsUntil > asked)
        writeInto(
          query,
          newer.map(({ listing }) => listing),
        )
      })
    },
    /** The stream is silent: any answer that is asked for from now on is newer. */
    release(): void {
      for (const event of latest.values()) event.holdsUntil = Math.min(event.holdsUntil, now())
    },
    /** Forgets all but these: of the others nobody tells any more. */
    keep(ids: ReadonlySet<string>): void {
      for (const id of latest.keys()) if (!ids.has(id)) latest.delete(id)
    },
  }
}

export type LatestEvents = ReturnType<typeof createLatestEvents>
