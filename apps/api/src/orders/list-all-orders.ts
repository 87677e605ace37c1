import type { ListAllOrdersInput, OverseenOrder } from '@second-ring/contracts/orders/oversee-orders'
import { type Database, query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { now } from '#platform/database-clock.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { openDispute } from './open-dispute.ts'

/**
 * Everyone's orders, newest first, for an admin to oversee; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listAllOrders({ database }: Platform, caller: Caller, input: ListAllOrdersInput) {
  authorize(caller, 'order.read-any')
  const list = ['all-orders', input.state, input.undecided ? 'undecided' : null]
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const rows = await database.order.findMany({
    where: {
      ...(input.state && { state: input.state }),
      ...(input.undecided && { id: { in: await undecidedIds(database) } }),
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
      payments: { where: { disputes: { some: openDispute } }, take: 1, select: { id: true } },
    },
    orderBy: [{ placedAt: 'desc' }, { id: 'desc' }],
    take: input.limit + 1,
  })
  const undecided = new Set(await undecidedIds(database))
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.placedAt, id: row.id }),
    toItem: ({ buyer, listing, payments, placedAt, ...row }): OverseenOrder => ({
      ...row,
      buyerName: buyer.name,
      sellerName: listing.seller.name,
      disputed: payments.length > 0,
      undecided: undecided.has(row.id),
      placedAt: placedAt.toISOString(),
    }),
  })
}

// Few at any time. The database's clock says which are due.
async function undecidedIds(database: Database): Promise<string[]> {
  const undecided = query
    .selectFrom('orders')
    .where('state', '=', 'PAID')
    .where('answer_due_at', 'is not', null)
    .where(({ eb, or }) => or([eb('handover_denied_at', 'is not', null), eb('answer_due_at', '<=', now)]))
    .select('id')
  return (await run(database, undecided)).map(({ id }) => id)
}
