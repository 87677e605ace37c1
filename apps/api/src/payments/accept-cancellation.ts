import type { AcceptCancellationInput } from '@second-ring/contracts/orders/cancel-by-agreement'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { lockOrderAndUsers } from '#orders/lock-order.ts'
import { requireAction } from '#orders/order-rules.ts'
import { closeProposal, withProposal } from '#orders/propose-cancellation.ts'
import { refundOrderRow } from '#orders/refund-order-row.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { requestRefund } from './request-refund.ts'
import { sendRefund } from './send-refund.ts'

const AGREED = 'The buyer and the seller have agreed to cancel'

/**
 * Accepts what the other side of the caller's paid order has proposed: it ends, and all of the money goes back to the buyer. The phone
 * is for sale again only if the seller has said so, in their proposal or here.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (not paid, or handed over), CONFLICT (no such open proposal of the other side, or the bank
 * holds the money)
 */
export async function acceptCancellation(
  platform: Platform,
  caller: Caller,
  { orderId, proposalId, relist }: AcceptCancellationInput,
): Promise<{ proposalId: string }> {
  authorize(caller, 'order.cancel')
  const { paymentId } = await platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = withProposal(await lockOrderAndUsers(tx, caller, orderId), proposalId)
      requireAction(caller, order, 'acceptCancellation')
      await closeProposal(tx, proposalId, 'ACCEPTED')
      const { id, listingId, buyerId, sellerId, productName, cancellation } = order
      const sellersWord = caller.id === sellerId ? relist : cancellation?.relist
      const subject = { type: 'order', id } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.agree-cancellation', subject })
      const how = { relist: sellersWord ?? false, actorId: caller.id, reason: AGREED } as const
      const ending = 'CANCELLED_BY_AGREEMENT'
      const phone = await refundOrderRow(tx, { id, listingId, listing: { sellerId } }, { ...how, ending })
      const about = `You have agreed to cancel the sale of ${productName}. Its payment goes back to`
      await notifyUser(tx, { userId: buyerId, kind: 'refunded', message: `${about} your card.`, orderId })
      const next = phone === 'AVAILABLE' ? 'and the phone is for sale again.' : 'and the phone has left the market.'
      await notifyUser(tx, { userId: sellerId, kind: 'refunded', message: `${about} the buyer, ${next}`, orderId })
      // Neither of the two alone has asked for it.
      await requestRefund(tx, platform, { orderId, reason: AGREED, requestedById: null })
      const payment = { orderId, state: 'SUCCEEDED' } as const
      return { paymentId: (await tx.payment.findFirstOrThrow({ where: payment, select: { id: true } })).id }
    }),
  )
  // Sent at once; the job repeats it when the provider does not answer.
  await sendRefund(platform, { paymentId }).catch(() => undefined)
  return { proposalId }
}
