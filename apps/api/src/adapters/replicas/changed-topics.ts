import { LRUCache } from 'lru-cache'

/** When the topics changed last, as far as this process knows. Times are those of `performance.now()`. */
export interface ChangedTopics {
  /** Notes a change of a topic; null when any of them may have changed. */
  note(topic: string | null): void
  /** Returns when the last of these topics changed. */
  lastChangeOf(topics: readonly string[]): number
}

/** Remembers the topics that changed last; all others count as changed when the last one was forgotten. */
export function createChangedTopics({ max = 1000, now = () => performance.now() } = {}): ChangedTopics {
  let forgottenUntil = now()
  const changed = new LRUCache<string, number>({
    max,
    dispose(changedAt, _topic, reason) {
      if (reason === 'evict') forgottenUntil = changedAt
    },
  })
  return {
    note(topic) {
      if (topic !== null) {
        changed.set(topic, now())
        return
      }
      changed.clear()
      forgottenUntil = now()
    },
    lastChangeOf: topics => Math.max(...topics.map(topic => changed.peek(topic) ?? forgottenUntil), forgottenUntil),
  }
}
