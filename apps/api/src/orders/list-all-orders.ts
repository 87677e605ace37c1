import type { ListAllOrdersInput, OverseenOrder } from '@second-ring/contracts/orders/oversee-orders'
import { type Actor, authorize } from '../accounts/actor.ts'
import { decodeCursor, toPage } from '../platform/keyset.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Everyone's orders, newest first, for an admin to oversee; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listAllOrders({ database }: Platform, actor: Actor, input: ListAllOrdersInput) {
  authorize(actor, 'order.read-any')
  const list = ['all-orders', input.state]
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const rows = await database.order.findMany({
    where: {
      ...(input.state && { state: input.state }),
      ...(after && { OR: [{ placedAt: { lt: after.at } }, { placedAt: after.at, id: { lt: after.id } }] }),
    },
    select: {
      id: true,
      listingId: true,
      productName: true,
      priceCents: true,
      state: true,
      placedAt: true,
      buyer: { select: { name: true } },
      listing: { select: { seller: { select: { name: true } } } },
      payments: { where: { disputedAt: { not: null } }, take: 1, select: { id: true } },
    },
    orderBy: [{ placedAt: 'desc' }, { id: 'desc' }],
    take: input.limit + 1,
  })
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.placedAt, id: row.id }),
    toItem: ({ buyer, listing, payments, placedAt, ...row }): OverseenOrder => ({
      ...row,
      buyerName: buyer.name,
      sellerName: listing.seller.name,
      disputed: payments.length > 0,
      placedAt: placedAt.toISOString(),
    }),
  })
}
