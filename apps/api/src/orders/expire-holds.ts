import { tell } from '../notices/tell.ts'
import type { Platform } from '../platform/platform.ts'
import { endBooking } from './end-booking.ts'
import { passOnPhone } from './pass-on-phone.ts'

const BATCH = 100

/**
 * Ends every unpaid order whose hold has run out, and every offer that was not taken in its time; their phones go on to
 * the next in line, or are free again. Safe to run at any time, in any number of processes.
 */
export async function expireHolds(platform: Platform): Promise<void> {
  while ((await expireOrders(platform)) === BATCH);
  while ((await expireOffers(platform)) === BATCH);
}

async function expireOrders(platform: Platform): Promise<number> {
  const { database, clock } = platform
  const due = await database.order.findMany({
    where: { state: 'PLACED', reservedUntil: { lte: clock.now() } },
    orderBy: { reservedUntil: 'asc' },
    take: BATCH,
    select: { id: true, listingId: true, buyerId: true, productName: true, listing: { select: { sellerId: true } } },
  })
  for (const order of due) {
    await database.$transaction(async tx => {
      if (!(await endBooking(tx, platform, order, { to: 'EXPIRED', actorId: null }))) return
      const about = `The booking of ${order.productName} was not paid in time`
      await tell(tx, {
        userId: order.buyerId,
        kind: 'booking-expired',
        message: `${about} and has ended.`,
        orderId: order.id,
      })
      await tell(tx, {
        userId: order.listing.sellerId,
        kind: 'booking-expired',
        message: `${about}. The phone is for sale again.`,
        listingId: order.listingId,
      })
    })
  }
  return due.length
}

async function expireOffers(platform: Platform): Promise<number> {
  const { database, clock } = platform
  const due = await database.waitingEntry.findMany({
    where: { state: 'OFFERED', offeredUntil: { lte: clock.now() } },
    orderBy: { offeredUntil: 'asc' },
    take: BATCH,
    select: { id: true, listingId: true },
  })
  for (const { id, listingId } of due) {
    await database.$transaction(async tx => {
      const { count } = await tx.waitingEntry.updateMany({ where: { id, state: 'OFFERED' }, data: { state: 'PASSED' } })
      if (count === 1) await passOnPhone(tx, platform, listingId)
    })
  }
  return due.length
}
