import { query, run } from '@second-ring/database'
import { ago } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

/** How long it is kept where an ended session was. */
const ENDED_DAYS = 30
/** After so long without a renewal a browser signs in again to be listed. */
const UNUSED_DAYS = 90

/**
 * Forgets where ended sessions were, and deletes what nobody uses. The row of a session that was ended for somebody stays: it
 * keeps the same sign-in from beginning another one.
 */
export async function forgetSessions({ database }: Pick<Platform, 'database'>): Promise<void> {
  const ended = query.updateTable('sessions').where('ended_at', '<', ago(`${ENDED_DAYS} days`))
  const known = ended.where(({ eb, or }) => or([eb('device', 'is not', null), eb('network', 'is not', null)]))
  await run(database, known.set({ device: null, network: null }))
  const left = query.deleteFrom('sessions').where('ended_at', '<', ago(`${ENDED_DAYS} days`))
  await run(database, left.where('end_reason', '=', 'SIGNED_OUT'))
  const unused = query.deleteFrom('sessions').where('ended_at', 'is', null)
  await run(database, unused.where('renewed_at', '<', ago(`${UNUSED_DAYS} days`)))
}
