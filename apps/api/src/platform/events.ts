/**
 * What can be watched: the notices of a person, a listing, the listings of a category, those advertised, all of them, the
 * list of categories, and the sellers (their names and ticks).
 */
export type EventTopic =
  | `notices:${string}`
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
