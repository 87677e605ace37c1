import { type Parameters, prepare, query } from '@second-ring/database'
import type { ImageHost } from '#platform/image-host.ts'
import { decodeCursor, type Paged, type PageRead, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { type ListingRow, selectListings, toCard, toPost } from './listing-rows.ts'

interface CategoryRead extends PageRead {
  categoryId: string
}

const findInCategory = prepare((parameter: Parameters<Paged & { categoryId: string }>) => {
  // Read once for the whole query.
  const isOpen = query
    .selectFrom('categories')
    .where('id', '=', parameter('categoryId'))
    .where('retired_at', 'is', null)
    .select('id')
  return selectListings
    .where('l.state', '=', 'AVAILABLE')
    .where('l.category_id', '=', parameter('categoryId'))
    .where(({ exists }) => exists(isOpen))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('l.posted_at', 'l.id'), '<', tuple(parameter('at'), parameter('id'))),
    )
    .orderBy('l.posted_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(parameter('take'))
    .offset(parameter('skip'))
})

/** The available listings of a category, newest first; one page. */
export function listByCategory(platform: Platform, input: CategoryRead) {
  return readPage(platform, input, toPost)
}

/** The same as cards. */
export function showCategory(platform: Platform, input: CategoryRead) {
  return readPage(platform, input, toCard)
}

async function readPage<Item>(
  { database, imageHost }: Platform,
  { categoryId, cursor, limit, skip = 0 }: CategoryRead,
  toItem: (row: ListingRow, host: ImageHost) => Item,
) {
  const list = ['category', categoryId]
  const after = decodeCursor(list, cursor)
  const rows = await findInCategory(database, { categoryId, ...after, take: limit + 1, skip })
  return toPage(rows, {
    list,
    limit,
    positionOf: row => ({ at: row.postedAt, id: row.id }),
    toItem: row => toItem(row, imageHost),
  })
}
