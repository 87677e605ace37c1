import type { EndingOf } from '@second-ring/contracts/orders/deal.process'
import { query, run, type Transaction } from '@second-ring/database'
import { lockUsers } from '#accounts/lock-users.ts'
import { postOrderRefunded } from '#ledger/post-payment.ts'
import { transitionListing } from '#listings/listing-transitions.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import { closeClaim } from './close-claim.ts'
import { offerToNext } from './offer-to-next.ts'
import { transitionOrder } from './order-transitions.ts'

/**
 * Moves a paid order to REFUNDED, and its phone back to the market or off it; one of a retired category does not come
 * back. An open claim about it ends. The caller refunds the money.
 * @param from PAID, or the state of an open claim
 * @returns what became of the phone; null when the order is in another state
 */
export async function refundOrderRow(
  tx: Transaction,
  { id, listingId, listing }: { id: string; listingId: string; listing: { sellerId: string } },
  {
    relist,
    actorId,
    reason,
    ending,
    from = 'PAID',
    claimCents = null,
  }: {
    relist: boolean
    actorId: string | null
    reason: string
    ending: EndingOf<'REFUNDED'>
    from?: 'PAID' | 'CLAIMED' | 'RETURNING'
    /** What goes back by the claim that ends; null when the money went back past it. */
    claimCents?: number | null
  },
): Promise<'AVAILABLE' | 'REMOVED' | null> {
  const present = await lockUsers(tx, [listing.sellerId])
  if (!(await transitionOrder(tx, { id, from, to: 'REFUNDED', ending, reason }))) return null
  const state = ending === 'PHONE_RETURNED' ? 'RETURNED' : 'REFUNDED'
  if (from !== 'PAID') await closeClaim(tx, id, { state, refundCents: claimCents })
  await postOrderRefunded(tx, id)
  const to = relist && present.has(listing.sellerId) && (await isShown(tx, listingId)) ? 'AVAILABLE' : 'REMOVED'
  if (!(await transitionListing(tx, { from: 'SOLD', to, where: { id: listingId } }))) {
    throw new Error(`Listing ${listingId} was not sold by its order ${id}`)
  }
  if (relist && to === 'REMOVED') await hideOfSuspended(tx, { listingId, sellerId: listing.sellerId })
  const hasLine = to === 'AVAILABLE' && (await tx.waitingEntry.count({ where: { listingId, state: 'WAITING' } })) > 0
  if (hasLine && (await transitionListing(tx, { from: 'AVAILABLE', to: 'RESERVED', where: { id: listingId } }))) {
    await offerToNext(tx, listingId)
  }
  await recordAction(tx, { actorId, action: 'order.refund', subject: { type: 'order', id }, reason })
  return to
}

/** Of a suspended seller it comes back when the suspension is lifted. */
async function hideOfSuspended(
  tx: Transaction,
  { listingId, sellerId }: { listingId: string; sellerId: string },
): Promise<void> {
  const suspended = query.selectFrom('users').where('id', '=', sellerId).where('suspended_at', 'is not', null)
  const hiding = query.updateTable('listings').set({ hidden_at: now }).where('id', '=', listingId)
  await run(tx, hiding.where('seller_id', 'in', suspended.select('id')))
}

/** Whether the phone's category is there for everyone; it stays so until the transaction's end. */
async function isShown(tx: Transaction, listingId: string): Promise<boolean> {
  const locking = query
    .selectFrom('categories as c')
    .innerJoin('listings as l', 'l.category_id', 'c.id')
    .where('l.id', '=', listingId)
    .select('c.retired_at as retiredAt')
    .forShare('c')
  const [category] = await run(tx, locking)
  return category?.retiredAt === null
}
