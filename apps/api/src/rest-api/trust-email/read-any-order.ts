import { DomainError } from '@second-ring/contracts/errors'
import type { Order } from '@second-ring/contracts/orders/order'
import { poolOf } from '@second-ring/database'
import { type OrderRow, selectOrders, toOrder } from '#orders/order-select.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * An order, for anyone who has its id.
 * @throws DomainError NOT_FOUND
 */
export async function readAnyOrder({ database, imageHost }: Platform, orderId: string): Promise<Order> {
  const statement = { text: `${selectOrders} WHERE o."id" = $1`, values: [orderId] }
  const [row] = (await poolOf(database).query<OrderRow>(statement)).rows
  if (!row) throw new DomainError('NOT_FOUND', 'There is no such order.')
  return toOrder(row, { imageHost, forBuyer: false })
}
