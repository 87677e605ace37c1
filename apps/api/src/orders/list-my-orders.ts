import type { ListMyOrdersInput } from '@second-ring/contracts/orders/read-orders'
import { type Actor, authorize } from '../accounts/actor.ts'
import { decodeCursor, toPage } from '../platform/keyset.ts'
import type { Platform } from '../platform/platform.ts'
import { orderSelect, toOrder } from './order-select.ts'

/** The actor's own orders, newest first; one page. */
export async function listMyOrders({ database, imageHost }: Platform, actor: Actor, input: ListMyOrdersInput) {
  authorize(actor, 'order.read-own')
  const list = ['orders', actor.id]
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const rows = await database.order.findMany({
    where: {
      buyerId: actor.id,
      ...(after && { OR: [{ placedAt: { lt: after.at } }, { placedAt: after.at, id: { lt: after.id } }] }),
    },
    select: orderSelect,
    orderBy: [{ placedAt: 'desc' }, { id: 'desc' }],
    take: input.limit + 1,
  })
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.placedAt, id: row.id }),
    toItem: row => toOrder(row, { imageHost, forBuyer: true }),
  })
}
