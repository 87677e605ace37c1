import { tell } from '../notices/tell.ts'
import type { Platform } from '../platform/platform.ts'
import { endBooking } from './end-booking.ts'
import { passOnPhone } from './pass-on-phone.ts'

const BATCH = 100

/**
 * Ends every unpaid order whose hold has run out, and every offer that was not taken in its time; their phones go on to
 * the next in line, or are free again. Safe to run at any time, in any number of processes. One that cannot be ended
 * stops no other.
 * @throws the last of what went wrong, after all
 */
export async function expireHolds(platform: Platform): Promise<void> {
  const failures = [
    ...(await endEach(
      skipped => dueOrders(platform, skipped),
      order => expireOrder(platform, order),
    )),
    ...(await endEach(
      skipped => dueOffers(platform, skipped),
      offer => expireOffer(platform, offer),
    )),
  ]
  if (failures.length > 0) throw failures.at(-1)
}

/** @returns what went wrong */
async function endEach<Due extends { id: string }>(
  findDue: (skipped: string[]) => Promise<Due[]>,
  end: (due: Due) => Promise<void>,
): Promise<unknown[]> {
  const skipped: string[] = []
  const failures: unknown[] = []
  for (;;) {
    const batch = await findDue(skipped)
    for (const due of batch) {
      try {
        await end(due)
      } catch (error) {
        skipped.push(due.id)
        failures.push(error)
      }
    }
    if (batch.length < BATCH) return failures
  }
}

function dueOrders({ database, clock }: Platform, skipped: string[]) {
  return database.order.findMany({
    where: { state: 'PLACED', reservedUntil: { lte: clock.now() }, id: { notIn: skipped } },
    orderBy: { reservedUntil: 'asc' },
    take: BATCH,
    select: { id: true, listingId: true, buyerId: true, productName: true, listing: { select: { sellerId: true } } },
  })
}

async function expireOrder(platform: Platform, order: Awaited<ReturnType<typeof dueOrders>>[number]): Promise<void> {
  await platform.database.$transaction(async tx => {
    if (!(await endBooking(tx, platform, order, { to: 'EXPIRED', actorId: null }))) return
    const about = `The booking of ${order.productName} was not paid in time`
    const toBuyer = { userId: order.buyerId, message: `${about} and has ended.`, orderId: order.id }
    await tell(tx, { kind: 'booking-expired', ...toBuyer })
    const message = `${about}. The phone is for sale again.`
    const toSeller = { userId: order.listing.sellerId, message, listingId: order.listingId }
    await tell(tx, { kind: 'booking-expired', ...toSeller })
  })
}

function dueOffers({ database, clock }: Platform, skipped: string[]) {
  return database.waitingEntry.findMany({
    where: { state: 'OFFERED', offeredUntil: { lte: clock.now() }, id: { notIn: skipped } },
    orderBy: { offeredUntil: 'asc' },
    take: BATCH,
    select: { id: true, listingId: true },
  })
}

async function expireOffer(platform: Platform, { id, listingId }: { id: string; listingId: string }): Promise<void> {
  await platform.database.$transaction(async tx => {
    const { count } = await tx.waitingEntry.updateMany({ where: { id, state: 'OFFERED' }, data: { state: 'PASSED' } })
    if (count === 1) await passOnPhone(tx, platform, listingId)
  })
}
