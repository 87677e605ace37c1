import { DomainError } from '@second-ring/contracts/errors'
import type { Order } from '@second-ring/contracts/orders/order'
import type { GetOrderInput } from '@second-ring/contracts/orders/read-orders'
import { can } from '@second-ring/contracts/permissions'
import { poolOf } from '@second-ring/database'
import { type Actor, authorize } from '#identity/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { type OrderRow, selectOrders, toOrder } from './order-select.ts'

const statement = {
  name: 'one-order',
  text: `${selectOrders} WHERE o."id" = $1 AND ($2 OR $3::uuid IN (o."buyer_id", l."seller_id"))`,
}

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
  const values = [orderId, can(actor.role, 'order.read-any'), actor.id]
  const [row] = (await poolOf(database).query<OrderRow>({ ...statement, values })).rows
  if (!row) throw new DomainError('NOT_FOUND', 'You have no such order.')
  return toOrder(row, { imageHost, forBuyer: row.buyerId === actor.id })
}
