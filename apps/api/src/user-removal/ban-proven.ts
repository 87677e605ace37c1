import { DomainError } from '@second-ring/contracts/errors'
import type { Transaction } from '@second-ring/database'
import { banEmail } from '#accounts/banned-emails.ts'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'

interface Ban {
  userId: string
  reason: string
  /** Null when the product does it. */
  bannedById: string | null
}

/**
 * Bans the email of a user who is about to be removed. One that was never proven may be somebody else's, who is not to pay
 * for it.
 * @throws DomainError CONFLICT (the email was never proven)
 */
export async function banProven(tx: Transaction, platform: Platform, { userId, ...ban }: Ban): Promise<void> {
  const where = { id: userId, email: { not: null }, emailVerifiedAt: { not: null } }
  const user = await tx.user.findFirst({ where, select: { email: true } })
  if (!user?.email) {
    throw new DomainError(
      'CONFLICT',
      'This email was never proven, so it may be somebody else’s: it cannot be banned. Delete the account without the ban.',
    )
  }
  await banEmail(tx, platform, { userId, email: user.email, ...ban })
  const subject = { type: 'user', id: userId } as const
  await recordAction(tx, { actorId: ban.bannedById, action: 'account.ban-email', subject, reason: ban.reason })
}
