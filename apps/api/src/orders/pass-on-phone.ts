import { OFFER_HOURS } from '@second-ring/contracts/orders/waiting-list'
import type { Transaction } from '@second-ring/database'
import { moveListing } from '#listings/listing-life.ts'
import { tell } from '#notifications/tell.ts'

/**
 * Passes on a reserved phone that nobody holds any more: the first in line may book it alone for a while, and without a
 * line it is available to everyone. A removed seller's phone is offered to nobody.
 */
export async function passOnPhone(tx: Transaction, listingId: string): Promise<void> {
  // Whoever joins the line meanwhile waits for this lock, or this for them.
  const [listing] = await tx.$queryRaw<{ product_name: string; seller_gone: boolean }[]>`
    SELECT listings.product_name, users.deleted_at IS NOT NULL AS seller_gone
    FROM listings JOIN users ON users.id = listings.seller_id
    WHERE listings.id = ${listingId}::uuid FOR UPDATE OF listings`
  if (listing && !listing.seller_gone && (await offerToNext(tx, { listingId, name: listing.product_name }))) {
    return
  }
  if (!(await moveListing(tx, { from: 'RESERVED', to: 'AVAILABLE', where: { id: listingId } }))) {
    throw new Error(`Listing ${listingId} was not reserved`)
  }
}

async function offerToNext(
  tx: Transaction,
  { listingId, name }: { listingId: string; name: string },
): Promise<boolean> {
  for (;;) {
    const first = await tx.waitingEntry.findFirst({
      where: { listingId, state: 'WAITING' },
      orderBy: [{ joinedAt: 'asc' }, { id: 'asc' }],
      select: { id: true, userId: true },
    })
    if (!first) return false
    const count = await tx.$executeRaw`
      UPDATE waiting_entries SET state = 'OFFERED', offered_until = now() + ${`${OFFER_HOURS} hours`}::interval
      WHERE id = ${first.id}::uuid AND state = 'WAITING'`
    if (count === 0) continue
    await tell(tx, {
      userId: first.userId,
      kind: 'offered',
      message: `${name} is free. For the next ${OFFER_HOURS} hours only you can book it.`,
      listingId,
    })
    return true
  }
}
