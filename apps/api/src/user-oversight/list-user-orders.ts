import type { ListUserOrdersInput } from '@second-ring/contracts/accounts/user-details'
import { run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { selectOverseen, toOverseen } from '#orders/list-all-orders.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * The orders that a user has made, or those of their phones, newest first; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listUserOrders({ database }: Platform, caller: Caller, input: ListUserOrdersInput) {
  authorize(caller, 'user.read')
  const { userId, side, limit, cursor } = input
  await recordRead(database, caller, { action: 'read.user', subject: { type: 'user', id: userId } })
  const list = ['orders of a user', userId, side]
  const { at, id } = decodeCursor(list, cursor)
  const page = selectOverseen
    .where(side === 'BUYER' ? 'o.buyer_id' : 'l.seller_id', '=', userId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('o.placed_at', 'o.id'), '<', tuple(at, id)))
    .limit(limit + 1)
  return toPage(await run(database, page), {
    list,
    limit,
    positionOf: row => ({ at: row.placedAt, id: row.id }),
    toItem: toOverseen,
  })
}
