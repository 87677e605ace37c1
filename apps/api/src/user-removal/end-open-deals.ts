import type { Prisma, Transaction } from '@second-ring/database'
import { notifyUser } from '#notifications/notify-user.ts'
import { endBooking } from '#orders/end-booking.ts'
import { offerToNext } from '#orders/offer-to-next.ts'
import { describeSideGone } from '#payments/refund-missed-handovers.ts'
import type { Platform } from '#platform/platform.ts'
import { leaveClaims } from './leave-claims.ts'
import { ordersOfUser } from './user-orders.ts'

interface Leaving {
  userId: string
  /** Who ends the deals; null when the time has. */
  actorId: string | null
  /** What happened to their account, such as `was removed`. */
  happened: string
  /** Takes the user's available listings off the market. */
  takeListings: () => Promise<unknown>
}

/**
 * Ends what a user has open on the market: unpaid bookings on either side, places on waiting lists, offers of their phones,
 * and what `takeListings` takes. Open claims are left to an admin. To be called with the user's row locked.
 */
export async function endOpenDeals(tx: Transaction, platform: Platform, leaving: Leaving): Promise<void> {
  const { userId } = leaving
  await leaveWaitingLists(tx, userId)
  await leaveClaims(tx, leaving)
  // Concurrent bookings and cancellations may leave rows for another round.
  do {
    await cancelOpenOrders(tx, platform, leaving)
    await withdrawOffers(tx, userId)
    await leaving.takeListings()
  } while (await hasUnsoldListings(tx, userId))
}

async function cancelOpenOrders(
  tx: Transaction,
  platform: Platform,
  { userId, actorId, happened }: Leaving,
): Promise<void> {
  const open = await tx.order.findMany({
    where: { ...ordersOfUser(userId), state: 'PLACED' },
    orderBy: { id: 'asc' },
    select: { id: true, listingId: true, buyerId: true, productName: true, listing: { select: { sellerId: true } } },
  })
  for (const order of open) {
    const side = order.buyerId === userId ? 'buyer' : 'seller'
    const reason = describeSideGone(side, happened)
    if (!(await endBooking(tx, platform, order, { to: 'CANCELLED', ending: 'SIDE_REMOVED', actorId, reason }))) continue
    const message = `The booking of ${order.productName} was cancelled: the ${side}’s account ${happened}.`
    await notifyUser(tx, { userId: order.buyerId, kind: 'booking-cancelled', message, orderId: order.id })
    const { sellerId } = order.listing
    await notifyUser(tx, { userId: sellerId, kind: 'booking-cancelled', message, listingId: order.listingId })
  }
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
    // Nobody let these run out: they may be offered the phone again.
    const data = { state: to, offeredUntil: null }
    const { count } = await tx.waitingEntry.updateMany({ where: { id, state: 'OFFERED' }, data })
    if (count === 1) await offerToNext(tx, listingId)
  }
}

async function hasUnsoldListings(tx: Transaction, sellerId: string): Promise<boolean> {
  return (await tx.listing.count({ where: { sellerId, state: { in: ['AVAILABLE', 'RESERVED'] } } })) > 0
}
