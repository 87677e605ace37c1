import { tell } from '#notifications/tell.ts'
import type { Platform } from '#platform/platform.ts'
import { DUE_BATCH, eachDue } from './each-due.ts'
import { endBooking } from './end-booking.ts'
import { passOnPhone } from './pass-on-phone.ts'

/**
 * Ends every unpaid order whose hold has run out, and every offer that was not taken in its time; their phones go on to
 * the next in line, or are free again.
 * @returns what went wrong
 */
export async function expireHolds(platform: Platform): Promise<unknown[]> {
  return [
    ...(await eachDue(
      seen => dueOrders(platform, seen),
      order => expireOrder(platform, order),
    )),
    ...(await eachDue(
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
  return database.$queryRaw<DueOrder[]>`
    SELECT o.id::text, o.listing_id::text AS "listingId", o.buyer_id::text AS "buyerId",
      l.seller_id::text AS "sellerId", o.product_name AS "productName"
    FROM orders o JOIN listings l ON l.id = o.listing_id
    WHERE o.state = 'PLACED' AND o.reserved_until <= now() AND o.id <> ALL(${seen}::uuid[])
    ORDER BY o.reserved_until LIMIT ${DUE_BATCH}`
}

async function expireOrder(platform: Platform, order: DueOrder): Promise<void> {
  await platform.database.$transaction(async tx => {
    if (!(await endBooking(tx, platform, order, { to: 'EXPIRED', ending: 'EXPIRED', actorId: null }))) return
    const about = `The booking of ${order.productName} was not paid in time`
    const toBuyer = { userId: order.buyerId, message: `${about} and has ended.`, orderId: order.id }
    await tell(tx, { kind: 'booking-expired', ...toBuyer })
    const message = `${about}. The phone is for sale again.`
    await tell(tx, { kind: 'booking-expired', userId: order.sellerId, message, listingId: order.listingId })
  })
}

function dueOffers({ database }: Platform, seen: string[]): Promise<{ id: string; listingId: string }[]> {
  return database.$queryRaw<{ id: string; listingId: string }[]>`
    SELECT id::text, listing_id::text AS "listingId" FROM waiting_entries
    WHERE state = 'OFFERED' AND offered_until <= now() AND id <> ALL(${seen}::uuid[])
    ORDER BY offered_until LIMIT ${DUE_BATCH}`
}

async function expireOffer(platform: Platform, { id, listingId }: { id: string; listingId: string }): Promise<void> {
  await platform.database.$transaction(async tx => {
    const { count } = await tx.waitingEntry.updateMany({ where: { id, state: 'OFFERED' }, data: { state: 'PASSED' } })
    if (count === 1) await passOnPhone(tx, listingId)
  })
}
