import { inUtc } from '@second-ring/contracts/in-utc'
import type { DecideHandoverInput } from '@second-ring/contracts/orders/hand-over'
import type { Transaction } from '@second-ring/database'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { completeOrder } from '#orders/complete-order.ts'
import { lockOrderAndUsers } from '#orders/lock-order.ts'
import { type OrderStatus, requireDecision } from '#orders/order-rules.ts'
import { refundOrderRow } from '#orders/refund-order-row.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { requestRefund } from './request-refund.ts'

/**
 * An admin decides on a handover that the buyer has denied, or has not answered in time: the sale is done, or the money
 * goes back. Both sides read the reason. Of a refunded one nobody knows where the phone is, so it leaves the market.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND, ORDER_NOT_OPEN (not paid), CONFLICT (nothing to decide, or disputed)
 */
export async function decideHandover(
  platform: Platform,
  caller: Caller,
  { orderId, outcome, reason }: DecideHandoverInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.decide-handover')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrderAndUsers(tx, caller, orderId)
      requireDecision(caller, order, outcome)
      await requireFreshFactor(tx, platform, caller)
      const subject = { type: 'order', id: orderId } as const
      let until: Date | null = null
      if (outcome === 'HANDED_OVER') {
        until = await completeOrder(tx, orderId, { actorId: caller.id, action: 'order.decide-handover', reason })
      } else {
        const { listingId, sellerId } = order
        const refund = { relist: false, actorId: caller.id, reason, ending: 'REFUNDED_BY_ADMIN' } as const
        await recordAction(tx, { actorId: caller.id, action: 'order.decide-handover', subject, reason })
        await refundOrderRow(tx, { id: orderId, listingId, listing: { sellerId } }, refund)
        await requestRefund(tx, platform, { orderId, reason, requestedById: caller.id })
      }
      await notifySides(tx, order, { until, reason })
      return { orderId }
    }),
  )
}

async function notifySides(
  tx: Transaction,
  { id: orderId, productName, buyerId, sellerId }: OrderStatus,
  { until, reason }: { until: Date | null; reason: string },
): Promise<void> {
  const message = until
    ? `An admin has decided that ${productName} was handed over.`
    : `An admin has decided that the payment for ${productName} goes back to the buyer.`
  const words = { by: 'The admin', text: reason, isMailed: true }
  // A handover is mailed when an admin has decided it: the two did not meet for it just now, as they do otherwise.
  const kind = until
    ? ({ kind: 'handed-over', mailKind: 'handover-decided' } as const)
    : ({ kind: 'refunded' } as const)
  const about = { ...kind, words, orderId }
  const toBuyer = until ? `${message} ${describeReport(until)}` : message
  await notifyUser(tx, { userId: buyerId, message: toBuyer, ...about })
  await notifyUser(tx, { userId: sellerId, message, ...about })
}

/** What a buyer can do who may not have the phone at all. */
function describeReport(until: Date): string {
  return `If you do not have it, or something is wrong with it, report a problem on the order’s page until ${inUtc(until)}; then the money is the seller’s.`
}
