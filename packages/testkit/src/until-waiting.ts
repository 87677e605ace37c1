import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@second-ring/database'

const LOOK_EVERY_MS = 5
const GIVE_UP_MS = 10_000

/**
 * Waits until as many sessions of the database wait for another's lock: then what a test has begun stands still.
 * @throws Error when they do not within 10 seconds
 */
export async function untilWaiting(database: Database, count = 1): Promise<void> {
  const until = Date.now() + GIVE_UP_MS
  while ((await waiting(database)) < count) {
    if (Date.now() > until) throw new Error(`Fewer than ${count} sessions wait for a lock`)
    await delay(LOOK_EVERY_MS)
  }
}

async function waiting(database: Database): Promise<number> {
  const sessions = await database.$queryRaw<object[]>`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return sessions.length
}
