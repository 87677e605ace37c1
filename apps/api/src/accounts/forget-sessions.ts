import { SESSION_MAX_DAYS } from '@second-ring/contracts/limits'
import { query, run } from '@second-ring/database'
import { isOver } from '#identity/open-sessions.ts'
import { ago, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

/** How long it is kept where an ended session was, and which email an account had that gave way. */
const ENDED_DAYS = 30

/**
 * Ends the sessions that expired, forgets where ended ones were, and deletes those whose sign-in renews nothing any more. Until
 * then the row of an ended session stays: it keeps the same sign-in from beginning another one. Forgets the emails of accounts
 * that gave way to their owners.
 */
export async function forgetSessions({ database }: Pick<Platform, 'database'>): Promise<void> {
  const unused = query.updateTable('sessions').where('ended_at', 'is', null)
  const expired = unused.where(isOver)
  await run(database, expired.set({ ended_at: now, end_reason: 'EXPIRED' }))
  const ended = query.updateTable('sessions').where('ended_at', '<', ago(`${ENDED_DAYS} days`))
  const known = ended.where(({ eb, or }) => or([eb('device', 'is not', null), eb('network', 'is not', null)]))
  await run(database, known.set({ device: null, network: null }))
  const gaveWay = query.updateTable('users').where('set_aside_email', 'is not', null)
  await run(database, gaveWay.where('set_aside_at', '<', ago(`${ENDED_DAYS} days`)).set({ set_aside_email: null }))
  const over = query.deleteFrom('sessions').where('ended_at', '<', ago(`${ENDED_DAYS} days`))
  await run(
    database,
    over.where(({ eb, or }) =>
      or([eb('signed_in_at', 'is', null), eb('signed_in_at', '<', ago(`${SESSION_MAX_DAYS} days`))]),
    ),
  )
}
