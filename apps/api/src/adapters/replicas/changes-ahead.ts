/** A place in the database's log, as bytes since its beginning. */
export type Position = number

/** The changes that this process was told of and that a replica may not have replayed yet. */
export interface ChangesAhead {
  /** Something has happened to a topic; null when anything may have happened. */
  heard(topic: string | null): void
  /** How far a replica must be to answer what is read from these topics; infinitely far while that is not known. */
  neededFor(topics: readonly string[]): Position
  /** Whether there are changes of which it is not known yet where they are in the log. */
  isUnplaced(): boolean
  /** Begins to ask for the end of the log: how to say where it is, or that it was not to be had. */
  placing(): { at(position: Position): void; failed(): void }
  /** Forgets what every replica in use has replayed. */
  settle(position: Position): void
  isEmpty(): boolean
}

const EVERYTHING = '*'
const READ_FROM = /^(?:listing:|category:|(?:advertised|listings|categories|sellers)$)/

/** Remembers a bounded number of topics; beyond that it is as if anything had happened. */
export function createChangesAhead(bound = 10_000): ChangesAhead {
  const needed = new Map<string, Position>()
  let unplaced = new Set<string>()
  /** Where the last change is that was forgotten: a replica that comes back may not be there yet. */
  let settled: Position = 0

  function add(topic: string): void {
    needed.set(topic, Number.POSITIVE_INFINITY)
    unplaced.add(topic)
  }

  return {
    heard(topic) {
      if (topic !== null && !READ_FROM.test(topic)) return
      if (topic !== null && (needed.size < bound || needed.has(topic))) return add(topic)
      needed.clear()
      unplaced.clear()
      // After a break the log may be another's, in which these places mean nothing.
      if (topic === null) settled = 0
      add(EVERYTHING)
    },
    neededFor: topics => Math.max(settled, needed.get(EVERYTHING) ?? 0, ...topics.map(topic => needed.get(topic) ?? 0)),
    isUnplaced: () => unplaced.size > 0,
    placing() {
      const asked = unplaced
      unplaced = new Set()
      return {
        at(position) {
          // What was heard of again meanwhile may be further on.
          for (const topic of asked) if (needed.has(topic) && !unplaced.has(topic)) needed.set(topic, position)
        },
        failed() {
          for (const topic of asked) if (needed.has(topic)) unplaced.add(topic)
        },
      }
    },
    settle(position) {
      for (const [topic, place] of needed) {
        if (place > position) continue
        settled = Math.max(settled, place)
        needed.delete(topic)
      }
    },
    isEmpty: () => needed.size === 0,
  }
}
