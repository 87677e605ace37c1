import { DomainError } from '@second-ring/contracts/errors'
import type { Order } from '@second-ring/contracts/orders/order'
import type { GetOrderInput } from '@second-ring/contracts/orders/read-orders'
import { can } from '@second-ring/contracts/permissions'
import { type Actor, authorize } from '../accounts/actor.ts'
import type { Platform } from '../platform/platform.ts'
import { orderSelect, toOrder } from './order-select.ts'

/**
 * One order, for its buyer, for the seller of its phone, who meets the buyer, and for an admin. Reading is all that the
 * latter two may do: it is paid by its buyer alone.
 * @throws DomainError NOT_FOUND (no such order, or not theirs to read)
 */
export async function getOrder(
  { database, imageHost }: Platform,
  actor: Actor,
  { orderId }: GetOrderInput,
): Promise<Order> {
  authorize(actor, 'order.read-own')
  const parties = { OR: [{ buyerId: actor.id }, { listing: { sellerId: actor.id } }] }
  const row = await database.order.findFirst({
    where: { id: orderId, ...(!can(actor.role, 'order.read-any') && parties) },
    select: { ...orderSelect, buyerId: true },
  })
  if (!row) throw new DomainError('NOT_FOUND', 'You have no such order.')
  const { buyerId, ...order } = row
  return toOrder(order, { imageHost, forBuyer: buyerId === actor.id })
}
