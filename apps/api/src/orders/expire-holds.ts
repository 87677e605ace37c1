import { query, run } from '@second-ring/database'
import { notifyUser } from '#notifications/notify-user.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { endBooking } from './end-booking.ts'
import { allOf, DUE_BATCH, forEachDue } from './for-each-due.ts'
import { offerToNext } from './offer-to-next.ts'

/**
 * Ends every unpaid order whose hold has run out, and every expired offer; their phones are offered to the next on
 * the waiting list, or are available again.
 * @returns the errors
 */
export async function expireHolds(platform: Platform): Promise<unknown[]> {
  return [
    ...(await forEachDue(
      seen => dueOrders(platform, seen),
      order => expireOrder(platform, order),
    )),
    ...(await forEachDue(
      seen => dueOffers(platform, seen),
      offer => expireOffer(platform, offer),
    )),
  ]
}

interface DueOrder {
  id: string
  listingId: string
  buyerId: string
  sellerId: string
  productName: string
}

function dueOrders({ database }: Platform, seen: string[]): Promise<DueOrder[]> {
  const due = query
    .selectFrom('orders as o')
    .innerJoin('listings as l', 'l.id', 'o.listing_id')
    .where('o.state', '=', 'PLACED')
    .where('o.reserved_until', '<=', now)
    .where('o.id', '<>', allOf(seen))
    .select(['o.id', 'o.listing_id as listingId', 'o.buyer_id as buyerId', 'l.seller_id as sellerId'])
    .select('o.product_name as productName')
    .orderBy('o.reserved_until')
    .limit(DUE_BATCH)
  return run(database, due)
}

async function expireOrder(platform: Platform, order: DueOrder): Promise<void> {
  await platform.database.$transaction(async tx => {
    if (!(await endBooking(tx, platform, order, { to: 'EXPIRED', ending: 'EXPIRED', actorId: null }))) return
    const about = `The booking of ${order.productName} was not paid in time`
    const toBuyer = { userId: order.buyerId, message: `${about} and has ended.`, orderId: order.id }
    await notifyUser(tx, { kind: 'booking-expired', ...toBuyer })
    const message = `${about}. The phone is for sale again.`
    await notifyUser(tx, { kind: 'booking-expired', userId: order.sellerId, message, listingId: order.listingId })
  })
}

function dueOffers({ database }: Platform, seen: string[]): Promise<{ id: string; listingId: string }[]> {
  const due = query
    .selectFrom('waiting_entries')
    .where('state', '=', 'OFFERED')
    .where('offered_until', '<=', now)
    .where('id', '<>', allOf(seen))
    .select(['id', 'listing_id as listingId'])
    .orderBy('offered_until')
    .limit(DUE_BATCH)
  return run(database, due)
}

async function expireOffer(platform: Platform, { id, listingId }: { id: string; listingId: string }): Promise<void> {
  await platform.database.$transaction(async tx => {
    const { count } = await tx.waitingEntry.updateMany({ where: { id, state: 'OFFERED' }, data: { state: 'PASSED' } })
    if (count === 1) await offerToNext(tx, listingId)
  })
}
