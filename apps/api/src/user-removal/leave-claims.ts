import { query, run, type Transaction } from '@second-ring/database'
import { lockOrderRow } from '#orders/lock-order.ts'
import { openCase, type Turn } from '#orders/open-case.ts'
import { describeSideGone } from '#payments/refund-missed-handovers.ts'

interface Leaving {
  userId: string
  /** Who sends them away; null when the time has. */
  actorId: string | null
  /** What happened to their account, such as `was suspended`. */
  happened: string
}

const turns = ['SELLER_ANSWERS', 'BUYER_ANSWERS', 'RETURNING'] as const satisfies Turn[]

const claims = query
  .selectFrom('claims as c')
  .innerJoin('orders as o', 'o.id', 'c.order_id')
  .innerJoin('listings as l', 'l.id', 'o.listing_id')
  .where('c.state', 'in', turns)
  .select(['o.id', 'o.buyer_id as buyerId', 'l.seller_id as sellerId', 'o.product_name as productName'])
  .select('c.state')

/**
 * Leaves every open claim of a user, on either side, to an admin, and tells both sides: who cannot act is not waited for. To be
 * called with the user's row locked.
 */
export async function leaveClaims(tx: Transaction, { userId, actorId, happened }: Leaving): Promise<void> {
  const theirs = claims.where(({ eb, or }) => or([eb('o.buyer_id', '=', userId), eb('l.seller_id', '=', userId)]))
  for (const { id, buyerId } of await run(tx, theirs.orderBy('o.id'))) {
    await lockOrderRow(tx, id)
    // Somebody may have answered since it was found.
    const [claim] = await run(tx, theirs.where('o.id', '=', id))
    if (!claim) continue
    const reason = describeSideGone(buyerId === userId ? 'buyer' : 'seller', happened)
    await openCase(tx, claim, { from: claim.state as Turn, actorId, reason })
  }
}
