import { FAVORITES_MAX } from '@second-ring/contracts/listings/favorites'
import type { PageInput } from '@second-ring/contracts/paging'
import { run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { selectListings, toPost } from './listing-rows.ts'

/** The caller's favourites with their live state, last saved first; one page. */
export async function listFavorites({ database, imageHost }: Platform, caller: Caller, input: PageInput) {
  authorize(caller, 'listing.favorite')
  const list = ['favorites', caller.id]
  const { at, id } = decodeCursor(list, input.cursor)
  const page = selectListings
    .innerJoin('favorites as f', 'f.listing_id', 'l.id')
    .select('f.kept_at as savedAt')
    .where('f.user_id', '=', caller.id)
    .where('l.state', '<>', 'REMOVED')
    .where(({ eb, refTuple, tuple }) => eb(refTuple('f.kept_at', 'l.id'), '<', tuple(at, id)))
    .orderBy('f.kept_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(input.limit + 1)
  return toPage(await run(database, page), {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.savedAt, id: row.id }),
    toItem: row => toPost(row, imageHost),
  })
}

/** The ids of all the caller's favourites. */
export async function listFavoriteIds({ database }: Platform, caller: Caller): Promise<string[]> {
  authorize(caller, 'listing.favorite')
  const rows = await database.favorite.findMany({
    where: { userId: caller.id, listing: { state: { not: 'REMOVED' } } },
    select: { listingId: true },
    take: FAVORITES_MAX,
  })
  return rows.map(row => row.listingId)
}
