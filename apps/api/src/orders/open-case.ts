import type { ClaimState } from '@second-ring/contracts/claims/claim'
import { CASE_HOURS } from '@second-ring/contracts/orders/deadlines'
import { query, run, type Transaction } from '@second-ring/database'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { fromNow, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { CLAIM_REMINDERS } from './claim-reminders.ts'
import { isUnobstructed } from './deal-obstacles.ts'
import { allOf, DUE_BATCH, forEachDue } from './for-each-due.ts'
import { lockOrderRow } from './lock-order.ts'
import { transitionOrder } from './order-transitions.ts'

/** Whose turn it is while a claim is open and no admin's yet. */
export type Turn = Extract<ClaimState, 'SELLER_ANSWERS' | 'BUYER_ANSWERS' | 'RETURNING'>

interface ClaimedOrder {
  id: string
  buyerId: string
  sellerId: string
  productName: string
}

interface Cause {
  /** Whose turn it was. */
  from: Turn
  /** Who made it a case; null when the time was over, or the product did. */
  actorId: string | null
  /** Why, as both sides read it. */
  reason: string
}

/**
 * Leaves the claim about a locked order to an admin, who has {@link CASE_HOURS}, and notifies both sides and the admins. A return
 * that did not happen ends.
 * @returns until when they decide; null when it was not so-and-so's turn
 */
export async function openCase(
  tx: Transaction,
  { id: orderId, buyerId, sellerId, productName }: ClaimedOrder,
  { from, actorId, reason }: Cause,
): Promise<Date | null> {
  const opening = query
    .updateTable('claims')
    .set({ state: 'UNDECIDED', case_opened_at: now, due_at: fromNow(`${CASE_HOURS} hours`), return_code: null })
    .where('order_id', '=', orderId)
    .where('state', '=', from)
    .returning('due_at as dueAt')
  const [opened] = await run(tx, opening)
  if (!opened) return null
  if (from === 'RETURNING' && !(await transitionOrder(tx, { id: orderId, from, to: 'CLAIMED' }))) {
    throw new Error(`Order ${orderId} was not RETURNING`)
  }
  await tx.orderReminder.deleteMany({ where: { orderId, kind: { in: CLAIM_REMINDERS } } })
  await recordAction(tx, { actorId, action: 'order.open-case', subject: { type: 'order', id: orderId }, reason })
  const message = `${reason}. An admin decides about ${productName}; the money is held until then.`
  for (const userId of [buyerId, sellerId].filter(id => id !== actorId))
    await notifyUser(tx, { userId, kind: 'case-opened', message, orderId })
  const toAdmins = `A problem with ${productName} waits for your decision. ${reason}.`
  await notifyAdmins(tx, { kind: 'case-undecided', message: toAdmins, orderId })
  return opened.dueAt
}

/** What is said when the time of whoever's turn it was is over. */
const overdue: Record<Turn, string> = {
  SELLER_ANSWERS: 'The seller did not answer in time',
  BUYER_ANSWERS: 'The buyer did not answer the offer in time',
  RETURNING: 'The phone was not returned in time',
}

const selectDue = query
  .selectFrom('claims as c')
  .innerJoin('orders as o', 'o.id', 'c.order_id')
  .innerJoin('listings as l', 'l.id', 'o.listing_id')
  .where('c.due_at', '<=', now)
  .where('c.state', 'in', Object.keys(overdue) as Turn[])
  .where(({ eb, or }) => or([eb('c.state', '<>', 'RETURNING'), isUnobstructed('returnMissed')]))
  .select(['o.id', 'o.buyer_id as buyerId', 'l.seller_id as sellerId', 'o.product_name as productName', 'c.state'])

/**
 * Leaves every claim to an admin whose answer or return did not come in time: silence decides nothing.
 * @returns the errors
 */
export function openDueCases({ database }: Platform): Promise<unknown[]> {
  const find = (seen: string[]) =>
    run(database, selectDue.where('o.id', '<>', allOf(seen)).orderBy('c.due_at').limit(DUE_BATCH))
  return forEachDue(find, ({ id }) =>
    database.$transaction(async tx => {
      // Whoever suspends or removes a side takes this lock too, for each open claim of theirs.
      await lockOrderRow(tx, id)
      // Somebody may have answered since it was found.
      const [due] = await run(tx, selectDue.where('o.id', '=', id))
      if (!due) return
      const from = due.state as Turn
      await openCase(tx, due, { from, actorId: null, reason: overdue[from] })
    }),
  )
}
