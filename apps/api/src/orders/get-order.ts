import { DomainError } from '@second-ring/contracts/errors'
import type { Order } from '@second-ring/contracts/orders/order'
import type { GetOrderInput } from '@second-ring/contracts/orders/read-orders'
import { type Actor, authorize } from '../accounts/actor.ts'
import type { Platform } from '../platform/platform.ts'
import { orderSelect, toOrder } from './order-select.ts'

/**
 * One of the actor's own orders.
 * @throws DomainError NOT_FOUND (no such order, or another's)
 */
export async function getOrder(
  { database, imageHost }: Platform,
  actor: Actor,
  { orderId }: GetOrderInput,
): Promise<Order> {
  authorize(actor, 'order.read-own')
  const row = await database.order.findFirst({ where: { id: orderId, buyerId: actor.id }, select: orderSelect })
  if (!row) throw new DomainError('NOT_FOUND', 'You have no such order.')
  return toOrder(row, { imageHost, forBuyer: true })
}
