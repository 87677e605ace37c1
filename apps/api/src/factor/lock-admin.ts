import { DomainError } from '@second-ring/contracts/errors'
import { query, run, type Transaction } from '@second-ring/database'
import type { Caller } from '#identity/caller.ts'
import { isOpen } from '#identity/open-sessions.ts'
import { isPresent } from '#identity/present-user.ts'
import { sessionEnded } from '#identity/session-ended.ts'

/**
 * Locks an admin until the transaction's end: changes of their factor come one after the other, and none after the role is
 * revoked or the session of the call has ended.
 * @throws DomainError FORBIDDEN when they are no admin any more, SESSION_ENDED
 */
export async function lockAdmin(tx: Transaction, { id, sessionId, isProven }: Caller): Promise<void> {
  const present = query.selectFrom('users').where('id', '=', id).where('role', '=', 'ADMIN')
  const [admin] = await run(tx, present.where(isPresent).select('id').forNoKeyUpdate())
  if (!admin) throw new DomainError('FORBIDDEN', 'Your account is not allowed to do this.')
  // Whoever ends sessions locks the user too: now it is known whether this one has ended.
  const opened = isProven
    ? (await tx.adminToken.count({ where: { id: sessionId, userId: id } })) > 0
    : await isOpen(tx, { id: sessionId, userId: id })
  if (!opened) throw sessionEnded('ENDED_ELSEWHERE')
}
