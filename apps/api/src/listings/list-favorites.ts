import { FAVORITES_MAX } from '@second-ring/contracts/listings/favorites'
import type { PageInput } from '@second-ring/contracts/paging'
import { type Actor, authorize } from '#identity/actor.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { postSelect, toPost } from './listing-select.ts'

const kept = { listing: { state: { not: 'REMOVED' } } } as const

/** The actor's favourites with their live state, last kept first; one page. */
export async function listFavorites({ database, imageHost }: Platform, actor: Actor, input: PageInput) {
  authorize(actor, 'listing.favorite')
  const list = ['favorites', actor.id]
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const rows = await database.favorite.findMany({
    where: {
      userId: actor.id,
      ...kept,
      ...(after && { OR: [{ keptAt: { lt: after.at } }, { keptAt: after.at, listingId: { lt: after.id } }] }),
    },
    select: { keptAt: true, listingId: true, listing: { select: postSelect } },
    orderBy: [{ keptAt: 'desc' }, { listingId: 'desc' }],
    take: input.limit + 1,
  })
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.keptAt, id: row.listingId }),
    toItem: row => toPost(row.listing, imageHost),
  })
}

/** The ids of all the actor's favourites. */
export async function listFavoriteIds({ database }: Platform, actor: Actor): Promise<string[]> {
  authorize(actor, 'listing.favorite')
  const rows = await database.favorite.findMany({
    where: { userId: actor.id, ...kept },
    select: { listingId: true },
    take: FAVORITES_MAX,
  })
  return rows.map(row => row.listingId)
}
