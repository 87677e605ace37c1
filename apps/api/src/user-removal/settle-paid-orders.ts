import { query, run, type Transaction } from '@second-ring/database'
import { describeSideGone, refundStranded } from '#payments/refund-missed-handovers.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { ordersOfUser, refundable } from './user-orders.ts'

interface Leaving {
  userId: string
  /** The admin who sends them away; null when the time has come. */
  actorId: string | null
  /** What happened to their account, such as `was removed`. */
  happened: string
}

/**
 * Refunds a user's paid orders that were not handed over, on either side, and tells both. The time of theirs to answer a
 * handover ends: an admin decides about it.
 */
export async function settlePaidOrders(tx: Transaction, platform: Platform, leaving: Leaving): Promise<void> {
  const { userId, actorId, happened } = leaving
  const paid = await tx.order.findMany({
    where: { ...ordersOfUser(userId), ...refundable },
    orderBy: { id: 'asc' },
    select: { id: true, listingId: true, buyerId: true, productName: true, listing: { select: { sellerId: true } } },
  })
  for (const { listing, ...order } of paid) {
    const stranded = { ...order, sellerId: listing.sellerId }
    const reason = describeSideGone(order.buyerId === userId ? 'buyer' : 'seller', happened)
    await refundStranded(tx, platform, stranded, { ending: 'SIDE_REMOVED', reason, actorId })
  }
  await endAnswers(tx, userId)
}

async function endAnswers(tx: Transaction, userId: string): Promise<void> {
  const ending = query
    .updateTable('orders')
    .set({ answer_due_at: now, updated_at: now })
    .where('buyer_id', '=', userId)
    .where('state', '=', 'PAID')
    .where('handover_denied_at', 'is', null)
    .where('answer_due_at', '>', now)
  await run(tx, ending)
}
