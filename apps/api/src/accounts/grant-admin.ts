import { DomainError } from '@second-ring/contracts/errors'
import type { Database } from '@second-ring/database'
import { recordAction } from '#platform/audit.ts'
import { endSessions } from './end-sessions.ts'

/**
 * Makes the user with an email an admin. The command line calls it; no network call does.
 * @returns false when they are one already
 * @throws DomainError NOT_FOUND, CONFLICT (about to be deleted)
 */
export async function grantAdmin(database: Database, email: string): Promise<boolean> {
  return database.$transaction(async tx => {
    const user = await tx.user.findFirst({
      where: { email: email.trim().toLowerCase(), deletedAt: null },
      select: { id: true, role: true, deletesAt: true },
    })
    if (!user) throw new DomainError('NOT_FOUND', `Nobody has signed up as ${email}.`)
    if (user.role === 'ADMIN') return false
    if (user.deletesAt) throw new DomainError('CONFLICT', `${email} has asked to have their account deleted.`)
    await tx.user.update({ where: { id: user.id }, data: { role: 'ADMIN' }, select: { id: true } })
    await endSessions(tx, { userId: user.id, reason: 'ROLE_CHANGED' })
    const reason = 'Granted on the command line'
    await recordAction(tx, {
      actorId: null,
      action: 'account.grant-admin',
      subject: { type: 'user', id: user.id },
      reason,
    })
    return true
  })
}
