import { DomainError } from '@second-ring/contracts/errors'
import type { Transaction } from '@second-ring/database'
import { transitionListing } from '#listings/listing-transitions.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { endBooking } from '#orders/end-booking.ts'
import { lockOrderRow } from '#orders/lock-order.ts'
import { offerToNext } from '#orders/offer-to-next.ts'
import type { Platform } from '#platform/platform.ts'

interface Post {
  id: string
  productName: string
}

/**
 * Removes a listing that is for sale, booked and not paid, or hidden, and ends what hangs on it: the booking, an offer and
 * the waiting list. To be called with its seller locked.
 * @returns whether a booking ended; null when it was removed before
 * @throws DomainError LISTING_NOT_AVAILABLE (paid, or handed over)
 */
export async function takeOffTheMarket(
  tx: Transaction,
  platform: Platform,
  post: Post,
  actorId: string,
): Promise<{ bookingEnded: boolean } | null> {
  const { id } = post
  let bookingEnded = false
  // Concurrent bookings and offers may leave another round.
  for (;;) {
    if (await endUnpaid(tx, platform, post, actorId)) bookingEnded = true
    await endWaiting(tx, post)
    if (await transitionListing(tx, { from: 'AVAILABLE', to: 'REMOVED', where: { id } })) return { bookingEnded }
    const { state } = await tx.listing.findUniqueOrThrow({ where: { id }, select: { state: true } })
    if (state === 'SOLD') throw await whySold(tx, post)
    if (state === 'REMOVED') return (await forgetHiding(tx, id)) ? { bookingEnded } : null
  }
}

/** Ends the unpaid booking; the place of whoever waits ends before, so that the phone is offered to none of them. */
async function endUnpaid(tx: Transaction, platform: Platform, post: Post, actorId: string): Promise<boolean> {
  const where = { listingId: post.id, state: 'PLACED' } as const
  const order = await tx.order.findFirst({ where, select: { id: true, buyerId: true } })
  if (!order) return false
  await lockOrderRow(tx, order.id)
  await endPlaces(tx, post, 'WAITING')
  const reason = 'An admin has removed the post'
  const booking = { id: order.id, listingId: post.id }
  if (!(await endBooking(tx, platform, booking, { to: 'CANCELLED', ending: 'RELEASED', actorId, reason }))) return false
  const message = `Your booking of ${post.productName} has ended: an admin has removed the post. You have paid nothing for it.`
  await notifyUser(tx, { userId: order.buyerId, kind: 'booking-released', message, orderId: order.id })
  return true
}

/** Withdraws an open offer and ends the waiting list. The offer comes first, as in a job that ends one. */
async function endWaiting(tx: Transaction, post: Post): Promise<void> {
  const withdrawn = await endPlaces(tx, post, 'OFFERED')
  await endPlaces(tx, post, 'WAITING')
  if (withdrawn > 0) await offerToNext(tx, post.id)
}

async function endPlaces(tx: Transaction, { id, productName }: Post, state: 'WAITING' | 'OFFERED'): Promise<number> {
  const ended = await tx.waitingEntry.updateManyAndReturn({
    where: { listingId: id, state },
    data: { state: 'GONE' },
    select: { userId: true },
  })
  const message = `${productName} is gone, so your place in its line has ended.`
  for (const { userId } of ended) await notifyUser(tx, { userId, kind: 'waiting-ended', message, listingId: id })
  return ended.length
}

/** Why a sold phone's post stays: it names the order to refund first. */
async function whySold(tx: Transaction, { id, productName }: Post): Promise<DomainError> {
  const order = await tx.order.findFirst({ where: { listingId: id, state: 'PAID' }, select: { id: true } })
  const message = order
    ? `${productName} is paid: order ${order.id}. Refund that order first, and choose there that the phone leaves the shop.`
    : `${productName} was sold and handed over, so there is nothing left to remove.`
  return new DomainError('LISTING_NOT_AVAILABLE', message)
}

/** Lets a hidden post not come back with its seller. @returns false when it is not hidden */
async function forgetHiding(tx: Transaction, id: string): Promise<boolean> {
  const hidden = { id, state: 'REMOVED', hiddenAt: { not: null } } as const
  return (await tx.listing.updateMany({ where: hidden, data: { hiddenAt: null } })).count === 1
}
