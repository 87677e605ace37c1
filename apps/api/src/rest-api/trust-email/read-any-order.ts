import { DomainError } from '@second-ring/contracts/errors'
import type { Order } from '@second-ring/contracts/orders/order'
import { run } from '@second-ring/database'
import { selectOrders, toOrder } from '#orders/order-select.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * An order, for anyone who has its id.
 * @throws DomainError NOT_FOUND
 */
export async function readAnyOrder({ database, imageHost }: Platform, orderId: string): Promise<Order> {
  const [row] = await run(database, selectOrders.where('o.id', '=', orderId))
  if (!row) throw new DomainError('NOT_FOUND', 'There is no such order.')
  return toOrder(row, { imageHost, forBuyer: false })
}
