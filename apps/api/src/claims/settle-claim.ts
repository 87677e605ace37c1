import { formatCents } from '@second-ring/contracts/money'
import { RETURN_DAYS } from '@second-ring/contracts/orders/deadlines'
import type { EndingOf } from '@second-ring/contracts/orders/deal.process'
import { query, run, type Transaction } from '@second-ring/database'
import { postOrderReleased, postPartOwed } from '#ledger/post-payment.ts'
import { CLAIM_REMINDERS } from '#orders/claim-reminders.ts'
import { closeClaim } from '#orders/close-claim.ts'
import { newHandoverCode } from '#orders/handover-code.ts'
import type { OrderStatus } from '#orders/order-rules.ts'
import { transitionOrder } from '#orders/order-transitions.ts'
import { refundOrderRow } from '#orders/refund-order-row.ts'
import { requestRefund } from '#payments/request-refund.ts'
import { recordAction } from '#platform/audit.ts'
import { fromNow } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { type Left, readLeft } from './read-left.ts'

interface Act {
  /** Who settles the claim. */
  actorId: string
  /** Why, as both sides read it. */
  reason: string
}

interface WholeRefund extends Act {
  from: 'CLAIMED' | 'RETURNING'
  ending: EndingOf<'REFUNDED'>
}

/**
 * Gives all that is left of an order's payment back to its buyer, and ends order and claim. The phone leaves the market: it may
 * be what it was claimed to be. Call it, as the others, under the locks of its users and of the order.
 * @returns the cents that go back
 */
export async function giveBackAll(
  tx: Transaction,
  platform: Platform,
  { id: orderId, listingId, sellerId }: OrderStatus,
  { from, ending, actorId, reason }: WholeRefund,
): Promise<number> {
  const { leftCents } = await readLeft(tx, orderId)
  const refund = { relist: false, actorId, reason, ending, from, claimCents: leftCents }
  if ((await refundOrderRow(tx, { id: orderId, listingId, listing: { sellerId } }, refund)) === null) {
    throw new Error(`Order ${orderId} was not ${from}`)
  }
  await requestRefund(tx, platform, { orderId, reason, requestedById: actorId })
  return leftCents
}

interface PartRefund extends Act {
  cents: number
  /** What was left when the order was locked. */
  left: Left
  ending: EndingOf<'REFUNDED'>
}

/** How the money of a claim was divided, in cents. */
interface Division {
  refundCents: number
  sellerCents: number
  /** The market's fee. */
  feeCents: number
  /** Whether nothing was left to divide. */
  isAll: boolean
}

/**
 * Gives a part of an order's payment back to its buyer, and the rest to its seller. Sums of an earlier release may be all
 * that is left: then all goes back.
 * @throws when it is more: `requireSameLeft` is asked before, by whoever was shown the part
 */
export async function giveBackPart(
  tx: Transaction,
  platform: Platform,
  order: OrderStatus,
  { cents, left, actorId, reason, ending }: PartRefund,
): Promise<Division> {
  const { id: orderId } = order
  const { paymentId, leftCents, goneCents } = left
  if (cents > leftCents) throw new Error(`Of order ${orderId} ${leftCents} are left, and ${cents} were to go back`)
  if (cents === leftCents) {
    const refundCents = await giveBackAll(tx, platform, order, { from: 'CLAIMED', ending, actorId, reason })
    return { refundCents, sellerCents: 0, feeCents: 0, isAll: true }
  }
  const giveBackCents = goneCents + cents
  if (!(await transitionOrder(tx, { id: orderId, from: 'CLAIMED', to: 'PARTLY_REFUNDED', giveBackCents }))) {
    throw new Error(`Order ${orderId} was not CLAIMED`)
  }
  await closeClaim(tx, orderId, { state: 'PARTLY_REFUNDED', refundCents: cents })
  await postPartOwed(tx, paymentId, cents)
  const { sellerCents, feeCents } = await postOrderReleased(tx, orderId)
  await requestRefund(tx, platform, { orderId, reason, requestedById: actorId })
  await recordAction(tx, { actorId, action: 'order.refund-part', subject: { type: 'order', id: orderId }, reason })
  return { refundCents: cents, sellerCents, feeCents, isAll: false }
}

/** Says a division; whose the rest is, when there is one. @param to the buyer, as the reader calls them */
export function describeDivision(
  { refundCents, sellerCents, feeCents }: Division,
  { to, whose }: { to: string; whose: string },
): string {
  const back = `${formatCents(refundCents)} goes back to ${to}`
  if (sellerCents > 0) return `${back}, and ${formatCents(sellerCents)} is ${whose}.`
  return feeCents > 0 ? `${back}, and the rest is the market’s fee.` : `${back}.`
}

/**
 * The phone goes back to its seller, who shows a code once they have it; the two have {@link RETURN_DAYS} to meet.
 * @returns until when
 */
export async function beginReturn(tx: Transaction, { id: orderId }: OrderStatus): Promise<Date> {
  if (!(await transitionOrder(tx, { id: orderId, from: 'CLAIMED', to: 'RETURNING' }))) {
    throw new Error(`Order ${orderId} was not CLAIMED`)
  }
  const returning = query
    .updateTable('claims')
    .set({ state: 'RETURNING', due_at: fromNow(`${RETURN_DAYS} days`) })
    .set({ return_code: newHandoverCode(), return_attempts: 0 })
    .where('order_id', '=', orderId)
    .where('state', 'in', ['SELLER_ANSWERS', 'UNDECIDED'])
    .returning('due_at as dueAt')
  const [claim] = await run(tx, returning)
  if (!claim?.dueAt) throw new Error(`The claim about order ${orderId} has no return`)
  await forgetReminders(tx, orderId)
  return claim.dueAt
}

/** Deletes which reminders of a claim were sent: another's turn begins. */
export async function forgetReminders(tx: Transaction, orderId: string): Promise<void> {
  await tx.orderReminder.deleteMany({ where: { orderId, kind: { in: CLAIM_REMINDERS } } })
}
