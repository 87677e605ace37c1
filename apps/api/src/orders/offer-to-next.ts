import { OFFER_HOURS } from '@second-ring/contracts/orders/waiting-list'
import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { transitionListing } from '#listings/listing-transitions.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { fromNow } from '#platform/database-clock.ts'

/**
 * Offers a reserved phone without an order to the next user on the waiting list, who alone may book it for a while; with
 * nobody waiting it becomes available to everyone. The phone of a seller who was removed,
 * set aside or suspended, or is about to be removed is offered to nobody.
 */
export async function offerToNext(tx: Transaction, listingId: string): Promise<void> {
  // Serializes with users who join the waiting list.
  const locking = query
    .selectFrom('listings as l')
    .innerJoin('users as s', 's.id', 'l.seller_id')
    .where('l.id', '=', listingId)
    .select([
      'l.product_name',
      sql<boolean>`s.deleted_at IS NULL AND s.deletes_at IS NULL AND s.set_aside_at IS NULL AND s.suspended_at IS NULL`.as(
        'sells',
      ),
    ])
    .forUpdate('l')
  const [listing] = await run(tx, locking)
  if (listing?.sells && (await createOffer(tx, { listingId, name: listing.product_name }))) {
    return
  }
  if (!(await transitionListing(tx, { from: 'RESERVED', to: 'AVAILABLE', where: { id: listingId } }))) {
    throw new Error(`Listing ${listingId} was not reserved`)
  }
}

async function createOffer(
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
    const offering = query
      .updateTable('waiting_entries')
      .set({ state: 'OFFERED', offered_until: fromNow(`${OFFER_HOURS} hours`) })
      .where('id', '=', first.id)
      .where('state', '=', 'WAITING')
      .returning('id')
    if ((await run(tx, offering)).length === 0) continue
    await notifyUser(tx, {
      userId: first.userId,
      kind: 'offered',
      message: `${name} is free. For the next ${OFFER_HOURS} hours only you can book it.`,
      listingId,
    })
    return true
  }
}
