import { formatCents } from '@second-ring/contracts/money'
import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { endSessions } from '#accounts/end-sessions.ts'
import { endFactor } from '#factor/end-factor.ts'
import { recordMailTo } from '#mails/record-mail.ts'
import { quoted } from '#notifications/quoted.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { protectedFrom } from '#platform/suspended-buyer.ts'
import { endOpenDeals } from './end-open-deals.ts'
import { eraseContent, eraseQuotes } from './erase-content.ts'
import { isSentAfterwards, readMoney, readOwed } from './open-business.ts'
import { settlePaidOrders } from './settle-paid-orders.ts'
import { lockOrdersOf } from './user-orders.ts'

const REMOVED = 'was removed'

interface Removed {
  userId: string
  /** The admin who removes them; null when they asked for it themselves and the time has come. */
  actorId: string | null
  /** Why, in the admin's words; it stands in the audit and in the last mail. */
  reason?: string | undefined
}

/**
 * Removes a user whose row is locked: their access token stops working at once; their unpaid bookings are cancelled, on
 * either side, and paid ones that were not handed over are refunded; their unsold listings leave the market; their name,
 * email, texts and pictures go from what remains. A job of the same transaction deletes the account at the identity provider.
 */
export async function removeAccount(
  tx: Transaction,
  platform: Platform,
  { userId, actorId, reason }: Removed,
): Promise<void> {
  const before = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, emailBefore: true, emailVerifiedAt: true },
  })
  const left = { deletedAt: platform.clock.now(), deletionRequestedAt: null, deletesAt: null }
  const suspension = { suspendedAt: null, suspensionReason: null }
  const signIn = { email: null, setAsideEmail: null, emailBefore: null, emailLeftAt: null, signIns: [] }
  const data = { ...left, ...suspension, ...signIn, name: '', verifiedAt: null }
  await tx.user.update({ where: { id: userId }, data, select: { id: true } })
  await forgetSetAside(tx, before)
  await endSessions(tx, { userId, reason: 'REMOVED' })
  await tx.session.updateMany({ where: { userId }, data: { device: null, network: null } })
  await recordAction(tx, {
    actorId,
    action: 'account.remove',
    subject: { type: 'user', id: userId },
    ...(reason !== undefined && { reason }),
  })
  await endFactor(tx, userId)
  await tx.removalProposal.deleteMany({ where: { OR: [{ userId }, { proposedById: userId }] } })
  await lockOrdersOf(tx, userId)
  await endLongerProtection(tx, userId)
  await eraseQuotes(tx, userId)
  await endOpenDeals(tx, platform, {
    userId,
    actorId,
    happened: REMOVED,
    async takeListings() {
      await settlePaidOrders(tx, platform, { userId, actorId, happened: REMOVED })
      await tx.listing.updateMany({ where: { sellerId: userId, state: 'AVAILABLE' }, data: { state: 'REMOVED' } })
    },
  })
  await eraseContent(tx, userId)
  await tx.savedSearch.deleteMany({ where: { userId } })
  await tx.favorite.deleteMany({ where: { userId } })
  await tx.notice.deleteMany({ where: { userId } })
  await tx.idempotencyKey.deleteMany({ where: { userId } })
  await forgetMails(tx, { userId, ...before })
  await mailFarewell(tx, platform, { userId, actorId, reason, ...before })
  await platform.jobs.enqueue(tx, 'identity.remove', { userId })
}

/** Nobody reports a problem for a removed buyer: what was held for longer since they were suspended is the seller's in the usual time. */
async function endLongerProtection(tx: Transaction, userId: string): Promise<void> {
  const ending = query
    .updateTable('orders as o')
    .set({ protected_until: protectedFrom(sql<Date>`o.ended_at`), updated_at: now })
    .where('o.buyer_id', '=', userId)
    .where('o.state', '=', 'HANDED_OVER')
    .where('o.protected_until', '>', now)
  await run(tx, ending)
}

/** Forgets the emails of a user in the accounts that had them unproven and gave way. */
async function forgetSetAside(tx: Transaction, { email, emailBefore, emailVerifiedAt }: Emails): Promise<void> {
  if (emailVerifiedAt === null) return
  const emails = [email, emailBefore].filter(each => each !== null)
  await tx.user.updateMany({ where: { setAsideEmail: { in: emails } }, data: { setAsideEmail: null } })
}

/** Forgets a user's mails, but for the waiting one that tells the owner of the email of before that it was changed. */
async function forgetMails(
  tx: Transaction,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> {
  const warning = { kind: 'email-changed', state: 'QUEUED', address: { not: email } } as const
  await tx.mail.deleteMany({ where: { userId, NOT: warning } })
}

interface Emails {
  email: string | null
  emailBefore: string | null
  emailVerifiedAt: Date | null
}

interface Left extends Removed {
  email: string | null
  emailVerifiedAt: Date | null
}

/** The last mail, to the address that the account had. */
async function mailFarewell(
  tx: Transaction,
  { operatorEmail }: Platform,
  { userId, actorId, reason, email, emailVerifiedAt }: Left,
): Promise<void> {
  if (email === null || emailVerifiedAt === null) return
  const why = reason === undefined ? '' : ` The admin wrote: ${quoted(reason)}`
  const whom = operatorEmail ?? 'whoever runs this market'
  const by =
    actorId === null
      ? 'Your account was deleted, as you asked for.'
      : `An admin has removed your account.${why} To object, write to ${whom}.`
  const message = `${by} Your name, your email, your pictures and the texts that you typed are gone, but for reasons: those that you gave for ending or refunding an order or denying a handover stay in the market’s record of what was done, which only admins read. It is signed and kept for good, and nothing can be taken out of it. What you paid and was not handed over goes back to your card.${await describeOwed(tx, userId, whom)}${await describeMoneyLeft(tx, userId, whom)} This is the last mail.`
  await recordMailTo(tx, email, { userId, kind: 'account-removed', message })
}

/** What becomes of money that the market could not give back to a removed buyer. */
async function describeOwed(tx: Transaction, userId: string, whom: string): Promise<string> {
  const cents = await readOwed(tx, userId)
  return cents === 0
    ? ''
    : ` But ${formatCents(cents)} could not be given back to your card: write to ${whom} to have it.`
}

/** What becomes of money that the market has of a removed seller's. */
async function describeMoneyLeft(tx: Transaction, userId: string, whom: string): Promise<string> {
  const money = await readMoney(tx, userId)
  const { balanceCents, heldCents } = money
  const cents = balanceCents + heldCents
  if (cents < 0) return ` You owe the market ${formatCents(-cents)}.`
  if (cents === 0) return ''
  const waits = money.isFrozen
    ? `An admin has stopped what is sent to you: write to ${whom} about it`
    : `It waits here for you: write to ${whom} to have it`
  const way = isSentAfterwards(money) ? 'It is sent to your bank' : waits
  const held = heldCents === 0 ? '' : `, ${formatCents(heldCents)} of it once nobody claims it`
  return ` ${formatCents(cents)} of what you have sold is still with the market. ${way}${held}.`
}
