import { OFFER_HOURS } from '@second-ring/contracts/orders/waiting-list'
import type { Transaction } from '@second-ring/database'
import { moveListing } from '../listings/listing-life.ts'
import { tell } from '../notices/tell.ts'
import type { Platform } from '../platform/platform.ts'

const HOUR_MS = 3_600_000

/**
 * Passes on a reserved phone that nobody holds any more: the first in line may book it alone for a while, and without a
 * line it is available to everyone. A removed seller's phone is offered to nobody.
 */
export async function passOnPhone(tx: Transaction, platform: Platform, listingId: string): Promise<void> {
  // Whoever joins the line meanwhile waits for this lock, or this for them.
  const [listing] = await tx.$queryRaw<{ product_name: string; seller_gone: boolean }[]>`
    SELECT listings.product_name, users.deleted_at IS NOT NULL AS seller_gone
    FROM listings JOIN users ON users.id = listings.seller_id
    WHERE listings.id = ${listingId}::uuid FOR UPDATE OF listings`
  if (listing && !listing.seller_gone && (await offerToNext(tx, platform, { listingId, name: listing.product_name }))) {
    return
  }
  if (!(await moveListing(tx, { from: 'RESERVED', to: 'AVAILABLE', where: { id: listingId } }))) {
    throw new Error(`Listing ${listingId} was not reserved`)
  }
}

async function offerToNext(
  tx: Transaction,
  { clock, jobs }: Platform,
  { listingId, name }: { listingId: string; name: string },
): Promise<boolean> {
  for (;;) {
    const first = await tx.waitingEntry.findFirst({
      where: { listingId, state: 'WAITING' },
      orderBy: [{ joinedAt: 'asc' }, { id: 'asc' }],
      select: { id: true, userId: true },
    })
    if (!first) return false
    const offeredUntil = new Date(clock.now().getTime() + OFFER_HOURS * HOUR_MS)
    const { count } = await tx.waitingEntry.updateMany({
      where: { id: first.id, state: 'WAITING' },
      data: { state: 'OFFERED', offeredUntil },
    })
    if (count === 0) continue
    await tell(tx, {
      userId: first.userId,
      kind: 'offered',
      message: `${name} is free. For the next ${OFFER_HOURS} hours only you can book it.`,
      listingId,
    })
    await jobs.enqueue(tx, 'orders.expire-holds', {}, offeredUntil)
    return true
  }
}
