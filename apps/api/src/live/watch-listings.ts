import type { Events } from '#platform/events.ts'

type OnChange = (id: string) => void

interface Watched {
  streams: Set<OnChange>
  stop: () => void
}

const watchedBy = new WeakMap<Events, Map<string, Watched>>()

/**
 * Calls `onChange` with the id of each of these listings that something happens to. Each listing is watched once for all
 * streams of the process: what a stream adds is its place in the sets, for there are many streams and each shows many.
 * @returns stops it
 */
export function watchListings(events: Events, ids: readonly string[], onChange: OnChange): () => void {
  const watched = watchedBy.get(events) ?? new Map<string, Watched>()
  watchedBy.set(events, watched)
  for (const id of ids) {
    const listing = watched.get(id) ?? begin(events, id)
    listing.streams.add(onChange)
    watched.set(id, listing)
  }
  return () => {
    for (const id of ids) {
      const listing = watched.get(id)
      if (!listing?.streams.delete(onChange) || listing.streams.size > 0) continue
      listing.stop()
      watched.delete(id)
    }
  }
}

function begin(events: Events, id: string): Watched {
  const streams = new Set<OnChange>()
  const stop = events.watch(`listing:${id}`, () => {
    for (const onChange of streams) onChange(id)
  })
  return { streams, stop }
}
