import { DomainError } from '@second-ring/contracts/errors'
import { type Database, query, run } from '@second-ring/database'
import { endSessions } from '#accounts/end-sessions.ts'
import { recordAccessChange } from '#factor/record-access-change.ts'
import { presentUser } from '#identity/present-user.ts'
import { describeBusiness } from './describe-business.ts'

export interface Granted {
  /** False when they are an admin already. */
  changed: boolean
  name: string
  email: string
  emailVerifiedAt: Date
  createdAt: Date
}

/**
 * Makes the user with an email an admin. The command line calls it; no network call does.
 * @returns whom it is about
 * @throws DomainError NOT_FOUND, CONFLICT (nobody has proven that the email is theirs, about to be deleted, suspended, or with
 * something open as a buyer or seller, which an admin cannot bring to its end)
 */
export async function grantAdmin(database: Database, email: string): Promise<Granted> {
  return database.$transaction(async tx => {
    const address = email.trim().toLowerCase()
    // Against new bookings and posts too, whose triggers share a lock on the user.
    await run(tx, query.selectFrom('users').where('email', '=', address).select('id').forUpdate())
    const user = await tx.user.findFirst({
      where: { email: address, ...presentUser },
      select: {
        id: true,
        role: true,
        name: true,
        email: true,
        emailVerifiedAt: true,
        createdAt: true,
        deletesAt: true,
        suspendedAt: true,
      },
    })
    if (!user?.email) throw new DomainError('NOT_FOUND', `Nobody has signed up as ${email}.`)
    const { id, role, name, emailVerifiedAt, createdAt } = user
    if (emailVerifiedAt === null) {
      const who = `${name}, who signed up as ${user.email} at ${createdAt.toISOString()}`
      throw new DomainError(
        'CONFLICT',
        `${who}, has not proven that email. They open the mailed link and log in again.`,
      )
    }
    const granted = { name, email: user.email, emailVerifiedAt, createdAt }
    if (role === 'ADMIN') return { ...granted, changed: false }
    if (user.deletesAt) throw new DomainError('CONFLICT', `${email} has asked to have their account deleted.`)
    if (user.suspendedAt) throw new DomainError('CONFLICT', `${email} is suspended: an admin lifts that first.`)
    const open = await describeBusiness(tx, id)
    if (open.length > 0) {
      const why = 'An admin can neither hand over, nor answer a claim, nor be paid'
      const way = 'Make them an admin when that is settled, or give them an account of its own for it'
      throw new DomainError('CONFLICT', `${email} still has open: ${open.join('; ')}. ${why}. ${way}.`)
    }
    await tx.user.update({ where: { id }, data: { role: 'ADMIN' }, select: { id: true } })
    await endSessions(tx, { userId: id, reason: 'ROLE_CHANGED' })
    const reason = 'Granted on the command line'
    await recordAccessChange(tx, { userId: id, action: 'account.grant-admin', reason })
    return { ...granted, changed: true }
  })
}
