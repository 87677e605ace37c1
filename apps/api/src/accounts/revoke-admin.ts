import type { SignUpRole } from '@second-ring/contracts/accounts/account'
import { DomainError } from '@second-ring/contracts/errors'
import { type Database, query, run } from '@second-ring/database'
import { endFactor } from '#factor/end-factor.ts'
import { recordAccessChange } from '#factor/record-access-change.ts'
import { isPresent, presentUser } from '#identity/present-user.ts'
import { endSessions } from './end-sessions.ts'

/**
 * Takes the admin role from a user. By default they become a seller when they were verified or have posted phones, and a
 * buyer otherwise. The command line calls it; no network call does.
 * @returns the role that they have now; null for a user who is no admin
 * @throws DomainError NOT_FOUND, CONFLICT (the last admin, or a seller who cannot be a buyer)
 */
export async function revokeAdmin(database: Database, email: string, role?: SignUpRole): Promise<SignUpRole | null> {
  return database.$transaction(async tx => {
    // Locks all admins, so that two concurrent calls cannot revoke the last two.
    const present = query.selectFrom('users').where('role', '=', 'ADMIN').where(isPresent)
    const admins = await run(tx, present.select('id').orderBy('id').forNoKeyUpdate())
    const user = await tx.user.findFirst({
      where: { email: email.trim().toLowerCase(), ...presentUser },
      select: { id: true, role: true, verifiedAt: true, _count: { select: { listings: true } } },
    })
    if (!user) throw new DomainError('NOT_FOUND', `Nobody has signed up as ${email}.`)
    if (user.role !== 'ADMIN') return null
    if (admins.length < 2) throw new DomainError('CONFLICT', `${email} is the last admin: grant another one first.`)
    const sells = user.verifiedAt !== null || user._count.listings > 0
    const became = role ?? (sells ? 'SELLER' : 'BUYER')
    if (became === 'BUYER' && user._count.listings > 0) {
      throw new DomainError('CONFLICT', `${email} has posted phones, and can only be a seller.`)
    }
    const verified = became === 'BUYER' && { verifiedAt: null }
    await tx.user.update({ where: { id: user.id }, data: { role: became, ...verified }, select: { id: true } })
    await endFactor(tx, user.id)
    await tx.removalProposal.deleteMany({ where: { OR: [{ userId: user.id }, { proposedById: user.id }] } })
    await endSessions(tx, { userId: user.id, reason: 'ROLE_CHANGED' })
    const reason = `Now a ${became.toLowerCase()}, on the command line`
    await recordAccessChange(tx, { userId: user.id, action: 'account.revoke-admin', reason })
    return became
  })
}
