import { ACCESS_TOKEN_TTL_S, SESSION_UNUSED_DAYS } from '@second-ring/contracts/limits'
import { type Database, query, run, type Tables, type Transaction } from '@second-ring/database'
import type { ExpressionBuilder } from 'kysely'
import { ago, now } from '#platform/database-clock.ts'
import type { Caller } from './caller.ts'
import { sessionEnded } from './session-ended.ts'

/** The sessions of a user that go on: not ended, and used in the last `SESSION_UNUSED_DAYS`, or as long as their token is good. */
export function openSessions(userId: string) {
  return query
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(sessions => sessions.not(isOver(sessions)))
}

/** Of a session that nobody has ended: whether its time is over. */
export function isOver({ eb, or, and }: ExpressionBuilder<Tables, 'sessions'>) {
  return or([
    eb('renewed_at', '<', ago(`${SESSION_UNUSED_DAYS} days`)),
    and([eb('lapses', '=', true), eb('renewed_at', '<', ago(`${ACCESS_TOKEN_TTL_S / 60} minutes`))]),
  ])
}

/** Whether nobody has ended a session of a user. Whoever ends sessions locks the user: lock them first. */
export async function isOpen(tx: Transaction, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  return (await tx.session.count({ where: { id, userId, endedAt: null } })) > 0
}

/**
 * Holds the session of a call, or its admin's token, until the transaction's end: whoever ends it meanwhile waits, so that
 * nothing is done after the end.
 * @throws DomainError SESSION_ENDED
 */
export async function holdSession(on: Transaction | Database, { id, sessionId, isProven }: Caller): Promise<void> {
  const session = query.selectFrom('sessions').where('ended_at', 'is', null)
  const token = query.selectFrom('admin_tokens').where('expires_at', '>', now)
  const own = isProven
    ? token.where('id', '=', sessionId).where('user_id', '=', id).select('id').forShare()
    : session.where('id', '=', sessionId).where('user_id', '=', id).select('id').forShare()
  if ((await run(on, own)).length === 0) throw sessionEnded('ENDED_ELSEWHERE')
}
