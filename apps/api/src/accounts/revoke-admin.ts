import type { SignUpRole } from '@second-ring/contracts/accounts/account'
import { DomainError } from '@second-ring/contracts/errors'
import { type Database, query, run } from '@second-ring/database'
import { recordAction } from '#platform/audit.ts'

/**
 * Makes an admin what they are without it: by default a seller when they were verified or have posted phones, and a buyer
 * otherwise. There is no way to it over the network: the command line calls it.
 * @returns the role that they have now; null for someone who is no admin
 * @throws DomainError NOT_FOUND, CONFLICT (the last admin, or a seller who cannot be a buyer)
 */
export async function revokeAdmin(database: Database, email: string, role?: SignUpRole): Promise<SignUpRole | null> {
  return database.$transaction(async tx => {
    // All of them, so that of two who are revoked at once one stays.
    const present = query.selectFrom('users').where('role', '=', 'ADMIN').where('deleted_at', 'is', null)
    const admins = await run(tx, present.select('id').orderBy('id').forNoKeyUpdate())
    const user = await tx.user.findFirst({
      where: { email: email.trim().toLowerCase(), deletedAt: null },
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
    const reason = `Now a ${became.toLowerCase()}, on the command line`
    await recordAction(tx, {
      actorId: null,
      action: 'account.revoke-admin',
      subject: { type: 'user', id: user.id },
      reason,
    })
    return became
  })
}
