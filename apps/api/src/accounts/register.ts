import type { RegisterInput, RegisterOutput } from '@second-ring/contracts/accounts/session'
import { DomainError } from '@second-ring/contracts/errors'
import { accountSelect, toAccount } from '#identity/account-select.ts'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'
import { isUniqueViolation } from '#platform/unique-violation.ts'
import { verifyIdentity } from './verify-identity.ts'

/**
 * Creates the record of a user who has signed up at the identity provider. The email is the provider's. A second call
 * changes nothing: the role is set once.
 * @throws DomainError UNAUTHENTICATED, CONFLICT (the email belongs to another sign-in), FORBIDDEN (deleted)
 */
export async function register(platform: Platform, input: RegisterInput): Promise<RegisterOutput> {
  const { uid, email } = await verifyIdentity(platform, input.idToken)
  const existing = await findRegistered(platform, uid)
  if (existing) return existing
  try {
    const created = await platform.database.$transaction(async tx => {
      const row = await tx.user.create({
        data: { identityUid: uid, email, name: input.name, role: input.role },
        select: accountSelect,
      })
      await recordAction(tx, { actorId: row.id, action: 'account.register', subject: { type: 'user', id: row.id } })
      return row
    })
    return { account: toAccount(created), created: true }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const winner = await findRegistered(platform, uid)
    if (winner) return winner
    throw new DomainError('CONFLICT', 'An account with this email address exists already.')
  }
}

async function findRegistered(platform: Platform, uid: string): Promise<RegisterOutput | null> {
  const row = await platform.database.user.findUnique({
    where: { identityUid: uid },
    select: { ...accountSelect, deletedAt: true },
  })
  if (row?.deletedAt) throw new DomainError('FORBIDDEN', 'This account was removed.')
  return row && { account: toAccount(row), created: false }
}
