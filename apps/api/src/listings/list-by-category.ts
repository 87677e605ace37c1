import type { ListByCategoryInput } from '@second-ring/contracts/listings/browse-listings'
import { decodeCursor, toPage } from '../platform/keyset.ts'
import type { Platform } from '../platform/platform.ts'
import { afterPosition } from './after-position.ts'
import { postSelect, toPost } from './listing-select.ts'

/** The available listings of a category, newest first; one page. */
export async function listByCategory({ database, imageHost }: Platform, input: ListByCategoryInput) {
  const list = ['category', input.categoryId]
  const after = input.cursor === undefined ? {} : afterPosition('postedAt', decodeCursor(list, input.cursor))
  const rows = await database.listing.findMany({
    where: { categoryId: input.categoryId, state: 'AVAILABLE', ...after },
    select: postSelect,
    orderBy: [{ postedAt: 'desc' }, { id: 'desc' }],
    take: input.limit + 1,
  })
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.postedAt, id: row.id }),
    toItem: row => toPost(row, imageHost),
  })
}
