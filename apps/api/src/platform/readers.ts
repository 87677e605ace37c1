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
  /** A database that knows of all changes to the read's topics that this process was told of; null for the primary. */
  readerFor(read: SharedRead): Database | null
}

/** The same platform, on the database that may answer this read. */
export function platformFor(platform: Platform, read: SharedRead): Platform {
  const database = platform.readers?.readerFor(read)
  return database ? { ...platform, database } : platform
}
