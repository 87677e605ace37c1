import { DomainError } from '@second-ring/contracts/errors'
import type { CancelOrderInput } from '@second-ring/contracts/orders/end-order'
import { type Actor, authorize } from '../accounts/actor.ts'
import { tell } from '../notices/tell.ts'
import type { Platform } from '../platform/platform.ts'
import { endBooking } from './end-booking.ts'

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
  return platform.database.$transaction(async tx => {
    const order = await tx.order.findFirst({
      where: { id: orderId, buyerId: actor.id },
      select: { id: true, listingId: true, productName: true, listing: { select: { sellerId: true } } },
    })
    if (!order) throw new DomainError('NOT_FOUND', 'You have no such order.')
    if (!(await endBooking(tx, platform, order, { to: 'CANCELLED', actorId: actor.id }))) {
      throw new DomainError('ORDER_NOT_OPEN', 'This order is paid or has ended, so it cannot be cancelled.')
    }
    await tell(tx, {
      userId: order.listing.sellerId,
      kind: 'booking-cancelled',
      message: `The buyer has cancelled the booking of ${order.productName}.`,
      listingId: order.listingId,
    })
    return { orderId }
  })
}
