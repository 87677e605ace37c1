import type { Transaction } from '@second-ring/database'
import { endSessions } from '#accounts/end-sessions.ts'
import { endFactor } from '#factor/end-factor.ts'
import { recordMailTo } from '#mails/record-mail.ts'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'
import { endOpenDeals } from './end-open-deals.ts'
import { eraseContent, eraseQuotes } from './erase-content.ts'
import { settlePaidOrders } from './settle-paid-orders.ts'

const REMOVED = 'The buyer’s or the seller’s account was removed'

interface Removed {
  userId: string
  /** The admin who removes them; null when they asked for it themselves and the time has come. */
  actorId: string | null
}

/**
 * Removes a user whose row is locked: their access token stops working at once; their unpaid bookings are cancelled, on
 * either side, and paid ones that were not handed over are refunded; their unsold listings leave the market; their name,
 * email, texts and pictures go from what remains. A job of the same transaction deletes the account at the identity provider.
 */
export async function removeAccount(tx: Transaction, platform: Platform, { userId, actorId }: Removed): Promise<void> {
  const before = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, emailVerifiedAt: true },
  })
  const left = { deletedAt: platform.clock.now(), deletionRequestedAt: null, deletesAt: null }
  const suspension = { suspendedAt: null, suspensionReason: null }
  const signIn = { email: null, setAsideEmail: null, emailBefore: null, emailLeftAt: null, signIns: [] }
  const data = { ...left, ...suspension, ...signIn, name: '', verifiedAt: null }
  await tx.user.update({ where: { id: userId }, data, select: { id: true } })
  await endSessions(tx, { userId, reason: 'REMOVED' })
  await tx.session.updateMany({ where: { userId }, data: { device: null, network: null } })
  await recordAction(tx, { actorId, action: 'account.remove', subject: { type: 'user', id: userId } })
  await endFactor(tx, userId)
  await tx.removalProposal.deleteMany({ where: { OR: [{ userId }, { proposedById: userId }] } })
  await eraseQuotes(tx, userId)
  await endOpenDeals(tx, platform, {
    userId,
    actorId,
    reason: REMOVED,
    because: 'the other side’s account was removed',
    async takeListings() {
      await settlePaidOrders(tx, platform, { userId, actorId, reason: REMOVED })
      await tx.listing.updateMany({ where: { sellerId: userId, state: 'AVAILABLE' }, data: { state: 'REMOVED' } })
    },
  })
  await eraseContent(tx, userId)
  await tx.savedSearch.deleteMany({ where: { userId } })
  await tx.favorite.deleteMany({ where: { userId } })
  await tx.notice.deleteMany({ where: { userId } })
  await tx.idempotencyKey.deleteMany({ where: { userId } })
  await tx.mail.deleteMany({ where: { userId } })
  await mailFarewell(tx, { userId, actorId, ...before })
  await platform.jobs.enqueue(tx, 'identity.remove', { userId })
}

interface Left extends Removed {
  email: string | null
  emailVerifiedAt: Date | null
}

/** The last mail, to the address that the account had. */
async function mailFarewell(tx: Transaction, { userId, actorId, email, emailVerifiedAt }: Left): Promise<void> {
  if (email === null || emailVerifiedAt === null) return
  const by = actorId === null ? 'Your account was deleted, as you asked for.' : 'An admin has removed your account.'
  const message = `${by} Your name, your email and what you typed are gone. What you paid and was not handed over goes back to your card. This is the last mail.`
  await recordMailTo(tx, email, { userId, kind: 'account-removed', message })
}
