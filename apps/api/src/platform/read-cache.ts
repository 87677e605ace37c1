import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Events, EventTopic } from './events.ts'

/** An answer as it is sent. */
export interface KeptAnswer {
  /** Bytes when it is kept, for they are sent often. */
  body: Buffer | string
  headers: Record<string, string>
  /** Null when there is none. */
  etag: string | null
  /** For the beginning of a list that is too long to be kept as a whole. */
  rest: ListRest | null
}

/** How a list goes on whose beginning is answered already. */
export interface ListRest {
  cursor: string
  /** The row that the answer ends with; null when it goes on to the list's end. */
  lastId: string | null
}

/** What is read, and what it was read from. */
export interface Reading {
  topics: readonly EventTopic[]
  /** Whether it has to be read anew, because whoever asks has just changed something. */
  isFresh?: boolean
  read(): Promise<{ json: string; headers?: Record<string, string>; rest?: ListRest | null }>
}

/** Answers to what everyone may read, kept until what they were read from changes, and for a second at the most. */
export interface ReadCache {
  answer(key: string, reading: Reading): Promise<KeptAnswer>
}

interface Settings {
  events: Events
  /** In milliseconds. */
  now?: () => number
}

// A change is announced to every process at once. Should the news be lost, no answer is older than what is promised.
const KEPT_MS = 900
const KEPT_BYTES = 8 * 1024 * 1024

interface Kept extends KeptAnswer {
  topics: readonly EventTopic[]
}

/** A cache in this process's memory. Of many who ask for the same at once, one reads. */
export function createReadCache({ events, now = () => performance.now() }: Settings): ReadCache {
  const reading = new Map<string, { answer: Promise<Kept> }>()
  const watched = new Map<EventTopic, { keys: Set<string>; stop: () => void }>()
  const kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ body }) => body.length + 500,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now },
    disposeAfter: ({ topics }, key) => unwatch(topics, key),
    noDisposeOnSet: true,
  })

  function watch(topics: readonly EventTopic[], key: string): void {
    for (const topic of topics) {
      let watching = watched.get(topic)
      if (!watching) {
        const keys = new Set<string>()
        watching = { keys, stop: events.watch(topic, () => drop(keys)) }
        watched.set(topic, watching)
      }
      watching.keys.add(key)
    }
  }

  function unwatch(topics: readonly EventTopic[], key: string): void {
    if (reading.has(key) || kept.has(key)) return
    for (const topic of topics) {
      const watching = watched.get(topic)
      watching?.keys.delete(key)
      if (watching?.keys.size !== 0) continue
      watching.stop()
      watched.delete(topic)
    }
  }

  // Who is waiting for an answer that is being read asked before the change; who asks from now on gets another.
  function drop(keys: Set<string>): void {
    for (const key of [...keys]) {
      reading.delete(key)
      kept.delete(key)
    }
  }

  function begin(key: string, { topics, read }: Reading): Promise<Kept> {
    // Watched before it is read, so that no change in between goes unseen.
    watch(topics, key)
    const start = now()
    const answer = read().then(({ json, headers = {}, rest = null }) => {
      const body = Buffer.from(json)
      const etag = rest ? null : `"${createHash('sha1').update(body).digest('base64url')}"`
      return { body, headers, topics, etag, rest }
    })
    const mine = { answer }
    reading.set(key, mine)
    const end = (value?: Kept) => {
      const isCurrent = reading.get(key) === mine
      if (isCurrent) reading.delete(key)
      if (isCurrent && value) kept.set(key, value, { start })
      unwatch(topics, key)
    }
    answer.then(end, () => end())
    return answer
  }

  return {
    async answer(key, of) {
      if (of.isFresh || !events.isListening()) return begin(key, of)
      return kept.get(key) ?? reading.get(key)?.answer ?? begin(key, of)
    },
  }
}

/** Reads each time: for measuring what a cache is worth. */
export const noReadCache: ReadCache = {
  async answer(_key, { read }) {
    const { json, headers = {}, rest = null } = await read()
    return { body: json, headers, etag: null, rest }
  },
}
