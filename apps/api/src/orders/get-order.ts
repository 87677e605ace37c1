import { DomainError } from '@second-ring/contracts/errors'
import type { Order } from '@second-ring/contracts/orders/order'
import type { GetOrderInput } from '@second-ring/contracts/orders/read-orders'
import { can } from '@second-ring/contracts/permissions'
import { type Parameters, prepare } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import type { Platform } from '#platform/platform.ts'
import { selectOrders, toOrder } from './order-select.ts'

const findOrder = prepare((parameter: Parameters<{ orderId: string; readsAny: boolean; userId: string }>) =>
  selectOrders
    .where('o.id', '=', parameter('orderId'))
    .where(({ or, eb, cast }) =>
      or([
        cast<boolean>(parameter('readsAny'), 'boolean'),
        eb('o.buyer_id', '=', parameter('userId')),
        eb('l.seller_id', '=', parameter('userId')),
      ]),
    ),
)

/**
 * One order, for its buyer, for the seller of its phone, who meets the buyer, and for an admin. Reading is all that the
 * latter two may do: it is paid by its buyer alone.
 * @throws DomainError NOT_FOUND (no such order, or not theirs to read)
 */
export async function getOrder(
  { database, imageHost }: Platform,
  caller: Caller,
  { orderId }: GetOrderInput,
): Promise<Order> {
  authorize(caller, 'order.read-own')
  const readsAny = can(caller.role, 'order.read-any')
  const [row] = await findOrder(database, { orderId, readsAny, userId: caller.id })
  if (!row) throw new DomainError('NOT_FOUND', 'You have no such order.')
  if (row.buyerId !== caller.id)
    await recordRead(database, caller, { action: 'read.order', subject: { type: 'order', id: orderId } })
  return toOrder(row, { imageHost, forBuyer: row.buyerId === caller.id })
}
