import type { ReleaseOrderInput } from '@second-ring/contracts/orders/end-order'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { endBooking } from './end-booking.ts'
import { lockOrder } from './lock-order.ts'
import { partyOf, requireAction } from './order-rules.ts'

/**
 * Ends a booking that is not paid, by the phone's seller or an admin, with a reason that the buyer reads; the phone is
 * offered to the next on the waiting list, or is available again.
 * @throws DomainError FORBIDDEN, NOT_FOUND (no such order of the caller's phones), ORDER_NOT_OPEN (paid, or has ended)
 */
export async function releaseOrder(
  platform: Platform,
  caller: Caller,
  { orderId, reason }: ReleaseOrderInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.release')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrder(tx, caller, orderId)
      requireAction(caller, order, 'release')
      const party = partyOf(caller, order)
      await endBooking(tx, platform, order, { to: 'CANCELLED', ending: 'RELEASED', actorId: caller.id, reason })
      const by = party === 'seller' ? 'The seller' : 'An admin'
      const words = { by, text: reason }
      const message = `${by} has ended your booking of ${order.productName}.`
      await notifyUser(tx, { userId: order.buyerId, kind: 'booking-released', message, words, orderId })
      if (party === 'admin') {
        const toSeller = `An admin has ended the booking of ${order.productName}.`
        await notifyUser(tx, { userId: order.sellerId, kind: 'booking-released', message: toSeller, words, orderId })
      }
      return { orderId }
    }),
  )
}
