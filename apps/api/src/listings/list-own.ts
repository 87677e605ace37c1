import { type Actor, authorize } from '#identity/actor.ts'
import { decodeCursor, type PageRead, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { ownPostSelect, toOwnPost } from './listing-select.ts'

/** The seller's own listings in every state but removed, newest first; one page. */
export async function listOwn({ database, imageHost }: Platform, actor: Actor, input: PageRead) {
  authorize(actor, 'listing.read-own')
  const list = ['own posts', actor.id]
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const rows = await database.listing.findMany({
    where: {
      sellerId: actor.id,
      state: { not: 'REMOVED' },
      ...(after && { OR: [{ postedAt: { lt: after.at } }, { postedAt: after.at, id: { lt: after.id } }] }),
    },
    select: ownPostSelect,
    orderBy: [{ postedAt: 'desc' }, { id: 'desc' }],
    skip: input.skip ?? 0,
    take: input.limit + 1,
  })
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.postedAt, id: row.id }),
    toItem: row => toOwnPost(row, imageHost),
  })
}
