import { DomainError } from '@second-ring/contracts/errors'
import type { Transaction } from '@second-ring/database'
import { banEmail } from '#accounts/banned-emails.ts'
import { presentUser } from '#identity/present-user.ts'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'

interface Ban {
  userId: string
  reason: string
  /** Null when the product does it. */
  bannedById: string | null
}

/**
 * Bans the email of a user who is about to be removed, and the one that they had proven before. One that was never proven may be somebody else's, who is not to pay
 * for it; so is the one of before that another account has proven since.
 * @throws DomainError CONFLICT (the email was never proven)
 */
export async function banProven(tx: Transaction, platform: Platform, { userId, ...ban }: Ban): Promise<void> {
  const where = { id: userId, email: { not: null }, emailVerifiedAt: { not: null } }
  const user = await tx.user.findFirst({ where, select: { email: true, emailBefore: true } })
  if (!user?.email) {
    throw new DomainError(
      'CONFLICT',
      'This email was never proven, so it may be somebody else’s: it cannot be banned. Delete the account without the ban.',
    )
  }
  const { email: own, emailBefore } = user
  const holder = { email: emailBefore, emailVerifiedAt: { not: null }, ...presentUser }
  const isFree = emailBefore !== null && (await tx.user.count({ where: holder })) === 0
  for (const email of isFree ? [own, emailBefore] : [own]) await banEmail(tx, platform, { userId, email, ...ban })
  const subject = { type: 'user', id: userId } as const
  await recordAction(tx, { actorId: ban.bannedById, action: 'account.ban-email', subject, reason: ban.reason })
}
