import { SESSION_UNUSED_DAYS } from '@second-ring/contracts/limits'
import { query, type Transaction } from '@second-ring/database'
import { ago } from '#platform/database-clock.ts'

/** The sessions of a user that go on: not ended, and used in the last `SESSION_UNUSED_DAYS`. */
export function openSessions(userId: string) {
  return query
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('renewed_at', '>', ago(`${SESSION_UNUSED_DAYS} days`))
}

/** Whether nobody has ended a session of a user. Whoever ends sessions locks the user: lock them first. */
export async function isOpen(tx: Transaction, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  return (await tx.session.count({ where: { id, userId, endedAt: null } })) > 0
}
