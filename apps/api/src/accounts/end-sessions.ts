import { query, run, type SessionEnd, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { now } from '#platform/database-clock.ts'

interface Ending {
  userId: string
  /** A session that goes on. */
  except?: string
  reason: SessionEnd
}

/**
 * Ends every session of a user, and every sign-in that has begun none yet. Their access tokens and their admin's tokens
 * open nothing from the commit on, their live streams close, and an email that was asked for counts no more.
 * @returns how many went on until now
 */
export async function endSessions(tx: Transaction, { userId, except, reason }: Ending): Promise<number> {
  // Not the transaction's beginning: a session may have begun since.
  const endedAt = sql<Date>`clock_timestamp()`
  const noChange = { email_change_to: null, email_change_asked_at: null }
  const owner = query.updateTable('users').set({ sessions_ended_at: endedAt, ...noChange })
  await run(tx, owner.where('id', '=', userId))
  await tx.adminToken.deleteMany({ where: { userId } })
  const ending = query
    .updateTable('sessions')
    .set({ ended_at: endedAt, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, sessions => sessions.where('id', '!=', except ?? ''))
    .returning('id')
  return (await run(tx, ending)).length
}

/**
 * Ends one session of a user, and with it all that began by a sign-in of the same second: those of a copied one are among them.
 * @returns how many went on until now; 0 where the session itself did not
 */
export async function endSession(
  tx: Transaction,
  { userId, sessionId, except, reason }: Ending & { sessionId: string },
): Promise<number> {
  // Whoever begins a session waits for this end, and sees it.
  await run(tx, query.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate())
  const open = query.selectFrom('sessions').where('user_id', '=', userId).where('ended_at', 'is', null)
  const [session] = await run(tx, open.where('id', '=', sessionId).select('signed_in_at as signedInAt'))
  if (!session) return 0
  const ending = query
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(({ eb, or }) => or([eb('id', '=', sessionId), eb('signed_in_at', '=', session.signedInAt)]))
    .$if(except !== undefined, sessions => sessions.where('id', '!=', except ?? ''))
    .returning('id')
  return (await run(tx, ending)).length
}
