import { DomainError } from '@second-ring/contracts/errors'
import type { RefundOrderInput } from '@second-ring/contracts/orders/end-order'
import { type Actor, authorize } from '../accounts/actor.ts'
import { tell } from '../notices/tell.ts'
import { refundOrderRow } from '../orders/refund-order-row.ts'
import { withIdempotency } from '../platform/idempotency.ts'
import type { Platform } from '../platform/platform.ts'
import { isMoneyHeld } from './open-dispute.ts'
import { requestRefund } from './request-refund.ts'
import { sendRefund } from './send-refund.ts'

/**
 * Gives the money of a paid order back, by its seller or an admin, with a reason that the buyer reads. The phone is for
 * sale again or leaves the market, as chosen. The provider is asked by a job, until it has done it.
 * @throws DomainError FORBIDDEN, NOT_FOUND (no such order, or not of the actor's phones), ORDER_NOT_OPEN (not paid, or
 * handed over), CONFLICT (the bank holds the money)
 */
export async function refundOrder(
  platform: Platform,
  actor: Actor,
  { orderId, reason, relist }: RefundOrderInput,
): Promise<{ orderId: string }> {
  authorize(actor, 'order.refund')
  const mine = { id: orderId, ...(actor.role !== 'ADMIN' && { listing: { sellerId: actor.id } }) }
  const { paymentId } = await platform.database.$transaction(tx =>
    withIdempotency(tx, actor, async () => {
      const order = await tx.order.findFirst({
        where: mine,
        select: {
          id: true,
          listingId: true,
          buyerId: true,
          productName: true,
          listing: { select: { sellerId: true } },
        },
      })
      if (!order) throw new DomainError('NOT_FOUND', 'There is no such order.')
      if (
        !(await refundOrderRow(tx, order, {
          relist,
          actorId: actor.id,
          reason,
          ending: actor.role === 'ADMIN' ? 'REFUNDED_BY_ADMIN' : 'REFUNDED_BY_SELLER',
        }))
      ) {
        throw new DomainError('ORDER_NOT_OPEN', 'Only a paid order that is not handed over yet can be refunded.')
      }
      if (await isMoneyHeld(tx, orderId)) {
        throw new DomainError('CONFLICT', 'The buyer’s bank disputes this payment, and decides about the money.')
      }
      const about = `The payment for ${order.productName} goes back to`
      await tell(tx, { userId: order.buyerId, kind: 'refunded', message: `${about} your card: ${reason}`, orderId })
      if (actor.id !== order.listing.sellerId) {
        const message = `${about} the buyer, by an admin: ${reason}`
        await tell(tx, { userId: order.listing.sellerId, kind: 'refunded', message, listingId: order.listingId })
      }
      await requestRefund(tx, platform, { orderId, reason, requestedById: actor.id })
      const payment = { orderId, state: 'SUCCEEDED' } as const
      return { paymentId: (await tx.payment.findFirstOrThrow({ where: payment, select: { id: true } })).id }
    }),
  )
  // At once where the provider answers; the job is there for when it does not.
  await sendRefund(platform, { paymentId }).catch(() => undefined)
  return { orderId }
}
