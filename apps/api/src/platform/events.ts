/**
 * What can be watched: the notices of a person, their orders (as buyer or seller), a listing, the listings of a category,
 * those advertised, all of them, the
 * list of categories, and the sellers (their names and ticks).
 */
export type EventTopic =
  | `notices:${string}`
  | `orders:${string}`
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
  /** Resolves once this process has been told of all that was committed before the call, or knows that it is not told. */
  caughtUp(): Promise<void>
  /** Whether it is told of what happens; otherwise nothing that was read a moment ago is to be relied on. */
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

/**
 * Whoever comes while it is done waits for the next time, all of them for the same one: what they did came before that.
 * @param work must not fail
 */
export function together(work: () => Promise<void>): () => Promise<void> {
  let current = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= current.then(() => {
      next = null
      current = work()
      return current
    })
    return next
  }
}

const STEPS = 10

/**
 * What comes of it, when it comes in time.
 * @throws Error with the complaint otherwise
 */
export async function inTime<T>(work: Promise<T>, ms: number, complaint: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  // In steps: while the event loop is blocked none is taken, and an answer that has come meanwhile is read in time.
  let steps = 0
  const timer = setInterval(() => {
    steps += 1
    if (steps === STEPS) reject(new Error(complaint))
  }, ms / STEPS)
  try {
    return await Promise.race([work, late])
  } finally {
    clearInterval(timer)
  }
}
