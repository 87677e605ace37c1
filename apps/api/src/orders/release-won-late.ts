import { query, run, type Transaction } from '@second-ring/database'
import { transitionListing } from '#listings/listing-transitions.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import { transitionOrder } from './order-transitions.ts'

/**
 * Gives an order that a lost dispute had ended to its seller, who has borne the loss, where the phone is in the buyer's hands: an
 * appeal was won. Its open problem ends with that. Call it under the locks of the payment, before what comes back is posted.
 * @returns false where the dispute had not ended it, or nobody handed the phone over: then the money is its buyer's
 */
export async function releaseWonLate(tx: Transaction, orderId: string): Promise<boolean> {
  const ended = query
    .selectFrom('orders')
    .where('id', '=', orderId)
    .where('state', '=', 'REFUNDED')
    .where('ending', '=', 'DISPUTE_LOST')
    .where('protected_until', 'is not', null)
    .select('listing_id as listingId')
  const [order] = await run(tx, ended)
  if (!order || !(await transitionOrder(tx, { id: orderId, from: 'REFUNDED', to: 'RELEASED' }))) return false
  if (!(await transitionListing(tx, { from: 'REMOVED', to: 'SOLD', where: { id: order.listingId, hiddenAt: null } }))) {
    throw new Error(`Listing ${order.listingId} was not taken off the market by its order ${orderId}`)
  }
  const closing = query.updateTable('claims').set({ state: 'DECLINED', closed_at: now })
  await run(tx, closing.where('order_id', '=', orderId).where('state', '=', 'REFUNDED'))
  await recordAction(tx, { actorId: null, action: 'order.release-money', subject: { type: 'order', id: orderId } })
  return true
}
