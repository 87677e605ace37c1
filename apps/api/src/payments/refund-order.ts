import type { RefundOrderInput } from '@second-ring/contracts/orders/end-order'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { lockOrderAndUsers } from '#orders/lock-order.ts'
import { partyOf, requireAction } from '#orders/order-rules.ts'
import { refundOrderRow } from '#orders/refund-order-row.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { requestRefund } from './request-refund.ts'
import { sendRefund } from './send-refund.ts'

/**
 * Refunds a paid order, by its seller or an admin, with a reason that the buyer reads. The phone is for sale again or
 * leaves the market, as chosen. A job calls the provider until it has made the refund.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND (no such order, or not of the caller's phones), ORDER_NOT_OPEN (not paid, or
 * handed over), CONFLICT (the bank holds the money)
 */
export async function refundOrder(
  platform: Platform,
  caller: Caller,
  { orderId, reason, relist }: RefundOrderInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.refund')
  const { paymentId } = await platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrderAndUsers(tx, caller, orderId)
      requireAction(caller, order, 'refund')
      await requireFreshFactor(tx, platform, caller)
      const isAdmin = partyOf(caller, order) === 'admin'
      const ending = isAdmin ? 'REFUNDED_BY_ADMIN' : 'REFUNDED_BY_SELLER'
      const { id, listingId, sellerId } = order
      await refundOrderRow(tx, { id, listingId, listing: { sellerId } }, { relist, actorId: caller.id, reason, ending })
      const words = { by: isAdmin ? 'An admin' : 'The seller', text: reason }
      const about = `The payment for ${order.productName} goes back to`
      await notifyUser(tx, {
        userId: order.buyerId,
        kind: 'refunded',
        message: `${about} your card.`,
        words,
        orderId,
      })
      if (isAdmin) {
        const message = `${about} the buyer, by an admin.`
        await notifyUser(tx, { userId: sellerId, kind: 'refunded', message, words, listingId })
      }
      await requestRefund(tx, platform, { orderId, reason, requestedById: caller.id })
      const payment = { orderId, state: 'SUCCEEDED' } as const
      return { paymentId: (await tx.payment.findFirstOrThrow({ where: payment, select: { id: true } })).id }
    }),
  )
  // Sent at once; the job repeats it when the provider does not answer.
  await sendRefund(platform, { paymentId }).catch(() => undefined)
  return { orderId }
}
