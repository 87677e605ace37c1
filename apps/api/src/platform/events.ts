/**
 * What can be watched: the notices of a person, their orders (as buyer or seller), the end of a session, a listing, the listings of a category,
 * those advertised, all of them, the
 * list of categories, and the sellers (their names and ticks).
 */
export type EventTopic =
  | `notices:${string}`
  | `orders:${string}`
  | `session:${string}`
  | `listing:${string}`
  | `category:${string}`
  | 'advertised'
  | 'listings'
  | 'categories'
  | 'sellers'

/** What happens anywhere, in this process or another on the same database. */
export interface Events {
  /**
   * Calls the listener each time something happens to the topic, and after a break in which something may have been
   * missed; it reads for itself what is true then.
   * @returns stops it
   */
  watch(topic: EventTopic, listener: () => void): () => void
  /** Resolves once this process has heard of all that was committed before the call, or knows that it does not listen. */
  caughtUp(): Promise<void>
  /** Whether this process hears of what happens; otherwise nothing that was read a moment ago is to be relied on. */
  isListening(): boolean
  /** Aborted when the process is about to stop: long answers end then. */
  readonly closing: AbortSignal
}

export interface RunningEvents extends Events {
  /** Calls the listener with each topic that something happens to, and with null after a break, when anything may have. */
  watchAll(listener: (topic: string | null) => void): () => void
  /** Begins to listen. */
  start(): Promise<void>
  /** Ends what watches, then the listening. */
  stop(): Promise<void>
}

/** Who watches what in this process. */
export interface Watchers {
  watch(topic: string, listener: () => void): () => void
  watchAll(listener: (topic: string | null) => void): () => void
  call(topic: string): void
  /** After a break in which something may have been missed. */
  callAll(): void
}

export function createWatchers(): Watchers {
  const listeners = new Map<string, Set<() => void>>()
  const ofAll = new Set<(topic: string | null) => void>()
  return {
    watch(topic, listener) {
      const watching = listeners.get(topic) ?? new Set()
      listeners.set(topic, watching.add(listener))
      return () => {
        watching.delete(listener)
        if (watching.size === 0 && listeners.get(topic) === watching) listeners.delete(topic)
      }
    },
    watchAll(listener) {
      ofAll.add(listener)
      return () => void ofAll.delete(listener)
    },
    call(topic) {
      for (const listener of ofAll) listener(topic)
      for (const listener of listeners.get(topic) ?? []) listener()
    },
    callAll() {
      for (const listener of ofAll) listener(null)
      for (const watching of listeners.values()) for (const listener of watching) listener()
    },
  }
}
