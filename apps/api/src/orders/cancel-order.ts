import type { CancelOrderInput } from '@second-ring/contracts/orders/end-order'
import { type Actor, authorize } from '#identity/actor.ts'
import { tell } from '#notifications/tell.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { endBooking } from './end-booking.ts'
import { lockOrder } from './lock-order.ts'
import { requireAct } from './order-acts.ts'

/**
 * Cancels the actor's own unpaid order; the phone goes to the next in line, or is free again.
 * @throws DomainError NOT_FOUND (no such order, or another's), ORDER_NOT_OPEN (paid, or ended already)
 */
export async function cancelOrder(
  platform: Platform,
  actor: Actor,
  { orderId }: CancelOrderInput,
): Promise<{ orderId: string }> {
  authorize(actor, 'order.cancel')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, actor, async () => {
      const order = await lockOrder(tx, actor, orderId)
      requireAct(actor, order, 'cancel')
      await endBooking(tx, platform, order, { to: 'CANCELLED', ending: 'CANCELLED_BY_BUYER', actorId: actor.id })
      await tell(tx, {
        userId: order.sellerId,
        kind: 'booking-cancelled',
        message: `The buyer has cancelled the booking of ${order.productName}.`,
        listingId: order.listingId,
      })
      return { orderId }
    }),
  )
}
