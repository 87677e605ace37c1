import { inUtc } from '@second-ring/contracts/in-utc'
import { query, run, type Transaction } from '@second-ring/database'
import { notifyUser, notifyUserOfLatest } from '#notifications/notify-user.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { allOf, DUE_BATCH, forEachDue } from './for-each-due.ts'
import { lockOrderRow } from './lock-order.ts'

/**
 * Closes what one side of an order has asked the other in vain: a proposal to cancel is declined, and a seller's report of a
 * no-show leaves the order as it is. The buyer's report refunds the order (`payments/refund-missed-handovers.ts`), and is closed after it.
 * @returns the errors
 */
export async function closeUnanswered(platform: Platform): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const { select, close } of [proposals, reports]) {
    const find = (seen: string[]) =>
      run(platform.database, select.where('q.id', '<>', allOf(seen)).orderBy('q.id').limit(DUE_BATCH))
    const closeOne = ({ id, orderId }: Due) =>
      platform.database.$transaction(async tx => {
        await lockOrderRow(tx, orderId)
        // It may have been answered since it was found.
        const [due] = await run(tx, select.where('q.id', '=', id))
        if (due) await close(tx, due)
      })
    failures.push(...(await forEachDue(find, closeOne)))
  }
  return failures
}

interface Due {
  id: string
  orderId: string
  askedById: string
  buyerId: string
  sellerId: string
  productName: string
  isPaid: boolean
  handoverDueAt: Date | null
}

const proposals = {
  select: query
    .selectFrom('cancellation_proposals as q')
    .innerJoin('orders as o', 'o.id', 'q.order_id')
    .innerJoin('listings as l', 'l.id', 'o.listing_id')
    .where('q.state', '=', 'OPEN')
    .where('q.due_at', '<=', now)
    .select(({ eb }) => [
      ...(['q.id', 'q.order_id as orderId', 'q.proposed_by_id as askedById', 'o.buyer_id as buyerId'] as const),
      ...(['l.seller_id as sellerId', 'o.product_name as productName', 'o.handover_due_at as handoverDueAt'] as const),
      eb('o.state', '=', 'PAID').$castTo<boolean>().as('isPaid'),
    ]),
  async close(tx: Transaction, { id, orderId, askedById, productName, isPaid }: Due): Promise<void> {
    const closing = query.updateTable('cancellation_proposals').set({ state: 'DECLINED', answered_at: now })
    await run(tx, closing.where('id', '=', id))
    if (!isPaid) return
    const message = `Your proposal to cancel the sale of ${productName} was not answered in time. The sale goes on.`
    await notifyUserOfLatest(tx, { userId: askedById, kind: 'cancellation-answered', message, orderId })
  },
}

const reports = {
  select: query
    .selectFrom('no_show_reports as q')
    .innerJoin('orders as o', 'o.id', 'q.order_id')
    .innerJoin('listings as l', 'l.id', 'o.listing_id')
    .where('q.state', '=', 'OPEN')
    .where('q.answer_due_at', '<=', now)
    .where(({ eb, or }) => or([eb('q.reported_by_id', '=', eb.ref('l.seller_id')), eb('o.state', '<>', 'PAID')]))
    .select(({ eb }) => [
      ...(['q.id', 'q.order_id as orderId', 'q.reported_by_id as askedById', 'o.buyer_id as buyerId'] as const),
      ...(['l.seller_id as sellerId', 'o.product_name as productName', 'o.handover_due_at as handoverDueAt'] as const),
      eb('o.state', '=', 'PAID').$castTo<boolean>().as('isPaid'),
    ]),
  async close(tx: Transaction, due: Due): Promise<void> {
    const { id, orderId, buyerId, sellerId, productName, isPaid, handoverDueAt } = due
    const closing = query.updateTable('no_show_reports').set({ state: 'UNANSWERED', answered_at: now })
    await run(tx, closing.where('id', '=', id))
    if (!isPaid || !handoverDueAt) return
    const message = `Whether you met for ${productName} was not answered. Meet and hand it over by ${inUtc(handoverDueAt)}, or its payment goes back to the buyer.`
    for (const userId of [buyerId, sellerId]) {
      await notifyUser(tx, { userId, kind: 'no-show-answered', message, orderId })
    }
  },
}
