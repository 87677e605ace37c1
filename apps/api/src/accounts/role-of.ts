import type { Role } from '@second-ring/contracts/accounts/account'
import { DomainError } from '@second-ring/contracts/errors'
import type { Caller } from '#identity/caller.ts'
import { presentUser } from '#identity/present-user.ts'
import { recordRead } from '#identity/record-read.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * The role of the user with an email: the caller's own, or for an admin anyone's.
 * @returns null when nobody has this email
 * @throws DomainError FORBIDDEN
 */
export async function roleOf({ database }: Platform, caller: Caller, email: string): Promise<Role | null> {
  if (caller.email === email) return caller.role
  if (caller.role !== 'ADMIN') throw new DomainError('FORBIDDEN', 'You can ask about your own account only.')
  const user = await database.user.findFirst({ where: { email, ...presentUser }, select: { id: true, role: true } })
  if (user) await recordRead(database, caller, { action: 'read.user', subject: { type: 'user', id: user.id } })
  return user?.role ?? null
}
