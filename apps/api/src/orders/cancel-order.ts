import type { CancelOrderInput } from '@second-ring/contracts/orders/end-order'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { endBooking } from './end-booking.ts'
import { lockOrder } from './lock-order.ts'
import { requireAction } from './order-rules.ts'

/**
 * Cancels the caller's own unpaid order; the phone is offered to the next on the waiting list, or is available again.
 * @throws DomainError NOT_FOUND (no such order, or another's), ORDER_NOT_OPEN (paid, or ended already)
 */
export async function cancelOrder(
  platform: Platform,
  caller: Caller,
  { orderId }: CancelOrderInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.cancel')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrder(tx, caller, orderId)
      requireAction(caller, order, 'cancel')
      await endBooking(tx, platform, order, { to: 'CANCELLED', ending: 'CANCELLED_BY_BUYER', actorId: caller.id })
      await notifyUser(tx, {
        userId: order.sellerId,
        kind: 'booking-cancelled',
        message: `The buyer has cancelled the booking of ${order.productName}.`,
        listingId: order.listingId,
      })
      return { orderId }
    }),
  )
}
