import type { Database } from '@second-ring/database'
import type { EventTopic } from './events.ts'
import type { Platform } from './platform.ts'

/** A read that is the same for everyone. */
export interface SharedRead {
  /** What it is read from. */
  topics: readonly EventTopic[]
  /** Whether whoever asks has just changed something, here or at another process. */
  isFresh: boolean
}

/** Who answers the reads that are the same for everyone. */
export interface Readers {
  /**
   * Returns a replica with all changes of the read's topics that this process knows of; null for the primary. Of the topic
   * `listings` a replica may miss the changes of a second.
   */
  readerFor(read: SharedRead): Database | null
}

/** The same platform, on the database that may answer this read. */
export function platformFor(platform: Platform, read: SharedRead): Platform {
  const database = platform.readers?.readerFor(read)
  return database ? { ...platform, database } : platform
}
