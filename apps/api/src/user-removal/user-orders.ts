import { type Prisma, query, run, type Transaction } from '@second-ring/database'
import { holdsMoney } from '#orders/open-dispute.ts'

/** The orders of a user: as the buyer, or as the phone's seller. */
export function ordersOfUser(userId: string): Prisma.OrderWhereInput {
  return { OR: [{ buyerId: userId }, { listing: { sellerId: userId } }] }
}

/**
 * Locks all orders of a user until the transaction's end, before anything that hangs on them is taken away: whatever is done to
 * an order locks it first, so the opposite order may deadlock.
 */
export async function lockOrdersOf(tx: Transaction, userId: string): Promise<void> {
  const bought = query.selectFrom('orders').where('buyer_id', '=', userId).select('id')
  const posts = query.selectFrom('listings').where('seller_id', '=', userId).select('id')
  const sold = query.selectFrom('orders').where('listing_id', 'in', posts).select('id')
  const locking = query.selectFrom('orders').where('id', 'in', bought.union(sold)).select('id')
  await run(tx, locking.orderBy('id').forNoKeyUpdate())
}

/**
 * The orders that are refunded when their buyer or seller is removed. The bank decides about disputed money; an admin
 * decides about a phone that its seller says is handed over.
 */
export const refundable = {
  state: 'PAID',
  handoverClaimedAt: null,
  payments: { none: { disputes: { some: holdsMoney } } },
} as const satisfies Prisma.OrderWhereInput
