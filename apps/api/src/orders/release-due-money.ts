import { query, run, type Tables } from '@second-ring/database'
import { expressionBuilder } from 'kysely'
import { lockUsers } from '#accounts/lock-users.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { isUnobstructed } from './deal-obstacles.ts'
import { allOf, DUE_BATCH, forEachDue } from './for-each-due.ts'
import { lockOrderRow } from './lock-order.ts'
import { releaseMoney } from './release-money.ts'

interface DueOrder {
  id: string
  buyerId: string
  sellerId: string
  productName: string
}

const { and, eb } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** Whether the money of an order `o` is the seller's by now. What the bank disputes, or is on its way back, waits. */
const isDue = and([
  eb('o.state', '=', 'HANDED_OVER'),
  eb('o.protected_until', '<=', now),
  isUnobstructed('protectionOver'),
])

const selectDue = query
  .selectFrom('orders as o')
  .innerJoin('listings as l', 'l.id', 'o.listing_id')
  .where(isDue)
  .select(['o.id', 'o.buyer_id as buyerId', 'l.seller_id as sellerId', 'o.product_name as productName'])

/**
 * Releases the money of every order whose buyer's time to report a problem has passed. An account that is suspended or removed
 * changes nothing: the money is on the seller's balance then.
 * @returns the errors
 */
export function releaseDueMoney(platform: Platform): Promise<unknown[]> {
  const find = (seen: string[]) =>
    run(platform.database, selectDue.where('o.id', '<>', allOf(seen)).orderBy('o.protected_until').limit(DUE_BATCH))
  return forEachDue(find, order => releaseIfDue(platform, order))
}

async function releaseIfDue({ database }: Platform, order: DueOrder): Promise<void> {
  await database.$transaction(async tx => {
    await lockUsers(tx, [order.buyerId, order.sellerId])
    await lockOrderRow(tx, order.id)
    // The buyer may have released it since it was found, or their bank disputes it.
    const [due] = await run(tx, selectDue.where('o.id', '=', order.id))
    if (due) await releaseMoney(tx, due, { actorId: null })
  })
}
