import type pg from 'pg'
import type { Position } from './changes-ahead.ts'

/** Where a page of the log begins there is its header, 24 bytes or 40, before the first record. */
const PAGE_BYTES = 8192
const HEADER_MAX_BYTES = 40

/** Where everything that has been committed by now is in the log of the primary. */
export async function endOfLog(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<{ end: Position }>("SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS end")
  const [{ end } = { end: Number.NaN }] = rows
  // The next record's place; a replica counts to the end of the last one, before the header that may lie between.
  const inPage = end % PAGE_BYTES
  return inPage <= HEADER_MAX_BYTES ? end - inPage : end
}

/**
 * How far a replica has replayed it.
 * @throws Error when the server replicates nothing, such as after it has become a primary itself
 */
export async function replayedTo(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<{ replayed: Position | null }>(
    "SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::float8 END AS replayed",
  )
  const replayed = rows[0]?.replayed
  if (typeof replayed !== 'number') throw new Error('This server is no replica')
  return replayed
}
