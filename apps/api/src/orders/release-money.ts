import { formatCents } from '@second-ring/contracts/money'
import { query, run, type Transaction } from '@second-ring/database'
import { postOrderReleased } from '#ledger/post-payment.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { isBuyerSuspended } from '#platform/suspended-buyer.ts'
import { transitionOrder } from './order-transitions.ts'

interface HandedOver {
  id: string
  buyerId: string
  sellerId: string
  productName: string
}

/**
 * Gives the money of a handed-over order to its seller, but for the market's fee, and notifies them. Call it under the locks of
 * its users and of the order.
 * @param actorId who released it; null when the buyer's time to report a problem is over
 * @param from the state that it waits in: of a claim, whoever settles it says so
 * @returns false when the order does not wait for that
 */
export async function releaseMoney(
  tx: Transaction,
  { id, buyerId, sellerId, productName }: HandedOver,
  { actorId, from = 'HANDED_OVER' }: { actorId: string | null; from?: 'HANDED_OVER' | 'CLAIMED' | 'RETURNING' },
): Promise<boolean> {
  if (!(await transitionOrder(tx, { id, from, to: 'RELEASED' }))) return false
  const { sellerCents, feeCents } = await postOrderReleased(tx, id)
  await recordAction(tx, { actorId, action: 'order.release-money', subject: { type: 'order', id } })
  const closed = `The sale of ${productName} is closed.`
  const nothing =
    feeCents > 0
      ? `${closed} The market keeps ${formatCents(feeCents)} of its payment as its fee, and nothing is left for you.`
      : `${closed} All of its payment has gone back to the buyer.`
  const message = sellerCents > 0 ? `The money for ${productName} is yours now: ${formatCents(sellerCents)}.` : nothing
  await notifyUser(tx, { userId: sellerId, kind: 'released', message, orderId: id })
  if (from === 'HANDED_OVER') await notifySuspended(tx, { id, buyerId, productName })
  return true
}

/** Tells a suspended buyer, who could not report a problem themselves. */
async function notifySuspended(
  tx: Transaction,
  { id: orderId, buyerId: userId, productName }: Omit<HandedOver, 'sellerId'>,
): Promise<void> {
  const [suspended] = await run(
    tx,
    query.selectFrom('orders as o').where('o.id', '=', orderId).where(isBuyerSuspended).select('o.id'),
  )
  if (!suspended) return
  const message = `The money for ${productName} is its seller’s: no problem with it was reported.`
  await notifyUser(tx, { userId, kind: 'released', message, orderId, mailKind: 'protection-over' })
}
