import type { RemoveUserInput } from '@second-ring/contracts/accounts/manage-users'
import { DomainError } from '@second-ring/contracts/errors'
import { type Prisma, query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { endSessions } from '#accounts/end-sessions.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { endBooking } from '#orders/end-booking.ts'
import { offerToNext } from '#orders/offer-to-next.ts'
import { refundStranded } from '#payments/refund-missed-handovers.ts'
import { lockName } from '#platform/advisory-lock.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { ordersOfUser, refundable } from './user-orders.ts'

const REMOVED = 'The buyer’s or the seller’s account was removed'

/**
 * Removes a user: their access token stops working at once; their unpaid bookings are cancelled, on either
 * side, and paid ones that were not handed over are refunded; their unsold listings leave the market; their name, email,
 * phone and notes go from what remains. A job of the same transaction deletes the account at the identity provider. A
 * payment that the bank disputes is the bank's to decide; what it leaves is refunded by the minute's job. A phone that its
 * seller says is handed over is an admin's to decide.
 * @throws DomainError FORBIDDEN, NOT_FOUND (unknown, or removed already), CONFLICT (themselves, so that an admin remains)
 */
export async function removeUser(
  platform: Platform,
  caller: Caller,
  { userId }: RemoveUserInput,
): Promise<{ userId: string }> {
  authorize(caller, 'user.remove')
  if (userId === caller.id) throw new DomainError('CONFLICT', 'You cannot remove your own account.')
  const { database, clock, jobs } = platform
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await lockBoth(tx, { caller, userId })
      await tx.user.update({
        where: { id: userId },
        data: { deletedAt: clock.now(), email: null, setAsideEmail: null, name: '', verifiedAt: null },
        select: { id: true },
      })
      await endSessions(tx, { userId, reason: 'REMOVED' })
      await tx.session.updateMany({ where: { userId }, data: { device: null, network: null } })
      await recordAction(tx, { actorId: caller.id, action: 'account.remove', subject: { type: 'user', id: userId } })
      await leaveWaitingLists(tx, userId)
      // Concurrent bookings and cancellations may leave rows for another round.
      do {
        await cancelOpenOrders(tx, platform, { userId, actorId: caller.id })
        await refundPaidOrders(tx, platform, { userId, actorId: caller.id })
        await endAnswers(tx, userId)
        await withdrawOffers(tx, userId)
        await tx.listing.updateMany({ where: { sellerId: userId, state: 'AVAILABLE' }, data: { state: 'REMOVED' } })
      } while (await hasUnsoldListings(tx, userId))
      await tx.listing.updateMany({ where: { sellerId: userId }, data: { sellerName: '' } })
      await tx.order.updateMany({ where: { buyerId: userId }, data: { phone: '' } })
      await tx.orderNote.deleteMany({ where: { authorId: userId } })
      await tx.meetingProposal.deleteMany({ where: { proposedById: userId } })
      await tx.favorite.deleteMany({ where: { userId } })
      await tx.notice.deleteMany({ where: { userId } })
      await tx.idempotencyKey.deleteMany({ where: { userId } })
      await jobs.enqueue(tx, 'identity.remove', { userId })
      return { userId }
    }),
  )
}

async function cancelOpenOrders(
  tx: Transaction,
  platform: Platform,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<void> {
  const open = await tx.order.findMany({
    where: { ...ordersOfUser(userId), state: 'PLACED' },
    orderBy: { id: 'asc' },
    select: { id: true, listingId: true, buyerId: true, productName: true, listing: { select: { sellerId: true } } },
  })
  for (const order of open) {
    if (!(await endBooking(tx, platform, order, { to: 'CANCELLED', ending: 'SIDE_REMOVED', actorId, reason: REMOVED })))
      continue
    const message = `The booking of ${order.productName} was cancelled: the other side’s account was removed.`
    await notifyUser(tx, { userId: order.buyerId, kind: 'booking-cancelled', message, orderId: order.id })
    const { sellerId } = order.listing
    await notifyUser(tx, { userId: sellerId, kind: 'booking-cancelled', message, listingId: order.listingId })
  }
}

async function refundPaidOrders(
  tx: Transaction,
  platform: Platform,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<void> {
  const paid = await tx.order.findMany({
    where: { ...ordersOfUser(userId), ...refundable },
    orderBy: { id: 'asc' },
    select: { id: true, listingId: true, buyerId: true, productName: true, listing: { select: { sellerId: true } } },
  })
  for (const { listing, ...order } of paid) {
    const stranded = { ...order, sellerId: listing.sellerId }
    await refundStranded(tx, platform, stranded, { ending: 'SIDE_REMOVED', reason: REMOVED, actorId })
  }
}

/** Ends the time to answer a handover: a removed buyer does not answer any more. */
async function endAnswers(tx: Transaction, userId: string): Promise<void> {
  const now = sql<Date>`now()`
  const ending = query
    .updateTable('orders')
    .set({ answer_due_at: now, updated_at: now })
    .where('buyer_id', '=', userId)
    .where('state', '=', 'PAID')
    .where('handover_denied_at', 'is', null)
    .where('answer_due_at', '>', now)
  await run(tx, ending)
}

/** Removes the user from every waiting list; a phone that was offered to them is offered to the next. */
async function leaveWaitingLists(tx: Transaction, userId: string): Promise<void> {
  await tx.waitingEntry.updateMany({ where: { userId, state: 'WAITING' }, data: { state: 'LEFT' } })
  const where = { userId, state: 'OFFERED' } as const
  await endOffers(tx, { where, to: 'LEFT' })
}

/** Withdraws the open offers of the seller's phones. */
async function withdrawOffers(tx: Transaction, sellerId: string): Promise<void> {
  await endOffers(tx, { where: { state: 'OFFERED', listing: { sellerId } }, to: 'PASSED' })
}

async function endOffers(
  tx: Transaction,
  { where, to }: { where: Prisma.WaitingEntryWhereInput; to: 'LEFT' | 'PASSED' },
): Promise<void> {
  const offers = await tx.waitingEntry.findMany({ where, select: { id: true, listingId: true } })
  for (const { id, listingId } of offers) {
    const { count } = await tx.waitingEntry.updateMany({ where: { id, state: 'OFFERED' }, data: { state: to } })
    if (count === 1) await offerToNext(tx, listingId)
  }
}

/**
 * Locks both rows, so that two admins who remove each other at once do not both succeed. Removals are serialized: they lock
 * so many rows that two would deadlock.
 */
async function lockBoth(tx: Transaction, { caller, userId }: { caller: Caller; userId: string }): Promise<void> {
  await lockName(tx, 'second-ring/remove-user')
  const both = query.selectFrom('users').where('id', 'in', [caller.id, userId]).where('deleted_at', 'is', null)
  const rows = await run(tx, both.select('id').orderBy('id').forNoKeyUpdate())
  const present = rows.map(row => row.id)
  if (!present.includes(caller.id)) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
  if (!present.includes(userId)) throw new DomainError('NOT_FOUND', 'There is no such user.')
}

async function hasUnsoldListings(tx: Transaction, sellerId: string): Promise<boolean> {
  return (await tx.listing.count({ where: { sellerId, state: { in: ['AVAILABLE', 'RESERVED'] } } })) > 0
}
