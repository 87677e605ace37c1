import type pg from 'pg'
import type { RateStore } from '#platform/rate-limits.ts'

const CLEAN_EVERY_MS = 60_000

const ADD = `
  INSERT INTO rate_counts AS held (key, calls, ends_at)
  SELECT key, calls, now() + ms_left * interval '1 millisecond'
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS came (key, calls, ms_left)
  ON CONFLICT (key) DO UPDATE SET
    calls = excluded.calls + CASE WHEN held.ends_at > now() THEN held.calls ELSE 0 END,
    ends_at = CASE WHEN held.ends_at > now() THEN held.ends_at ELSE excluded.ends_at END
  RETURNING key, calls::float8, extract(epoch FROM ends_at - now())::float8 * 1000 AS "msLeft"`

// Rows that someone is counting in are left for the next time: nobody waits for the other here.
const CLEAN = `
  DELETE FROM rate_counts
  WHERE key IN (SELECT key FROM rate_counts WHERE ends_at < now() FOR UPDATE SKIP LOCKED)`

/** Counts over all processes in a table of the database, which each process clears of what is over. */
export function createPostgresRateStore(pool: pg.Pool): RateStore {
  let cleanedAt = Number.NEGATIVE_INFINITY
  return {
    async add(came) {
      // In one order in every process, so that no two wait for each other's rows.
      const sorted = came.toSorted((one, other) => (one.key < other.key ? -1 : 1))
      const { rows } = await pool.query<{ key: string; calls: number; msLeft: number }>(ADD, [
        sorted.map(({ key }) => key),
        sorted.map(({ calls }) => calls),
        sorted.map(({ msLeft }) => Math.ceil(msLeft)),
      ])
      if (performance.now() - cleanedAt > CLEAN_EVERY_MS) {
        cleanedAt = performance.now()
        // Nobody waits for it; what it could not do is done the next time.
        pool.query(CLEAN).catch(() => undefined)
      }
      return new Map(rows.map(({ key, ...counted }) => [key, counted]))
    },
  }
}
