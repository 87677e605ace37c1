import { query, run, type Transaction } from '@second-ring/database'
import { transitionListing } from '#listings/listing-transitions.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import { transitionOrder } from './order-transitions.ts'

interface Won {
  orderId: string
  /** How much of the payment is the buyer's all the same, since it goes back to them otherwise; 0 when none does. */
  giveBackCents: number
}

/**
 * Gives an order that a lost dispute had ended to its seller, who has borne the loss, where the phone is in the buyer's hands: an
 * appeal was won. Its open problem ends with that. Call it under the locks of the payment, before what comes back is posted.
 * @returns false where the dispute had not ended it, nobody handed the phone over, or it was to be returned, and nobody knows who has
 * it: then the money is its buyer's
 */
export async function releaseWonLate(tx: Transaction, { orderId, giveBackCents }: Won): Promise<boolean> {
  const ended = query
    .selectFrom('orders')
    .where('id', '=', orderId)
    .where('state', '=', 'REFUNDED')
    .where('ending', '=', 'DISPUTE_LOST')
    .where('protected_until', 'is not', null)
    .where(({ exists, not, selectFrom }) => {
      const returned = selectFrom('claims')
        .where('order_id', '=', orderId)
        .where(({ and, eb, or }) =>
          or([eb('decision', '=', 'RETURN'), and([eb('wish', '=', 'RETURN'), eb('answer', '=', 'AGREED')])]),
        )
      return not(exists(returned.select('id')))
    })
    .select('listing_id as listingId')
  const [order] = await run(tx, ended)
  const from = 'REFUNDED'
  const isPart = giveBackCents > 0
  const to = isPart ? ({ to: 'PARTLY_REFUNDED', giveBackCents } as const) : ({ to: 'RELEASED' } as const)
  if (!order || !(await transitionOrder(tx, { id: orderId, from, ...to }))) return false
  if (!(await transitionListing(tx, { from: 'REMOVED', to: 'SOLD', where: { id: order.listingId, hiddenAt: null } }))) {
    throw new Error(`Listing ${order.listingId} was not taken off the market by its order ${orderId}`)
  }
  const closed = isPart
    ? ({ state: 'PARTLY_REFUNDED', refund_cents: giveBackCents } as const)
    : ({ state: 'DECLINED' } as const)
  const closing = query.updateTable('claims').set({ ...closed, closed_at: now })
  await run(tx, closing.where('order_id', '=', orderId).where('state', '=', 'REFUNDED'))
  const action = isPart ? 'order.refund-part' : 'order.release-money'
  await recordAction(tx, { actorId: null, action, subject: { type: 'order', id: orderId } })
  return true
}
