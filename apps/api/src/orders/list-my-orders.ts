import { paidStates } from '@second-ring/contracts/orders/order'
import { type Parameters, prepare } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { now } from '#platform/database-clock.ts'
import { decodeCursor, type Paged, type PageRead, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { selectOrders, toOrder } from './order-select.ts'

const pageOf = (parameter: Parameters<Paged & { buyerId: string }>) =>
  selectOrders
    .where('o.buyer_id', '=', parameter('buyerId'))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('o.placed_at', 'o.id'), '<', tuple(parameter('at'), parameter('id'))),
    )
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(parameter('take'))
    .offset(parameter('skip'))

const findOrders = prepare(pageOf)

const findLiveOrders = prepare((parameter: Parameters<Paged & { buyerId: string }>) =>
  pageOf(parameter).where(({ or, and, eb }) =>
    or([eb('o.state', 'in', paidStates), and([eb('o.state', '=', 'PLACED'), eb('o.reserved_until', '>', now)])]),
  ),
)

interface OrdersRead extends PageRead {
  /** Whether those alone are read that can be paid or are. */
  live?: boolean | undefined
}

/** The caller's own orders, newest first; one page. */
export async function listMyOrders({ database, imageHost }: Platform, caller: Caller, input: OrdersRead) {
  authorize(caller, 'order.read-own')
  const { live = false, cursor, limit, skip = 0 } = input
  const list = ['orders', caller.id, live ? 'live' : 'all']
  const page = { buyerId: caller.id, ...decodeCursor(list, cursor), take: limit + 1, skip }
  return toPage(await (live ? findLiveOrders : findOrders)(database, page), {
    list,
    limit,
    positionOf: row => ({ at: row.placedAt, id: row.id }),
    toItem: row => toOrder(row, { imageHost, forBuyer: true }),
  })
}
