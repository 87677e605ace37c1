/** What can be watched: `notices:` with the id of the person they are for. */
export type EventTopic = `notices:${string}`

/** What happens anywhere, in this process or another on the same database. */
export interface Events {
  /**
   * Calls the listener each time something happens to the topic, and after a break in which something may have been
   * missed; it reads for itself what is true then.
   * @returns stops it
   */
  watch(topic: EventTopic, listener: () => void): () => void
  /** Aborted when the process is about to stop: long answers end then. */
  readonly closing: AbortSignal
}
