import type { ImageHost } from '#platform/image-host.ts'
import { decodeCursor, type PageRead, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { readShelf, type ShelfRow, toShelfCard, toShelfPost } from './read-shelf.ts'

interface CategoryRead extends PageRead {
  categoryId: string
}

/** The available listings of a category, newest first; one page. */
export function listByCategory(platform: Platform, input: CategoryRead) {
  return readPage(platform, input, toShelfPost)
}

/** The same as cards, with nothing that would have to be taken away. */
export function showCategory(platform: Platform, input: CategoryRead) {
  return readPage(platform, input, toShelfCard)
}

async function readPage<Item>(
  { database, imageHost }: Platform,
  { categoryId, cursor, limit, skip }: CategoryRead,
  toItem: (row: ShelfRow, host: ImageHost) => Item,
) {
  const list = ['category', categoryId]
  const after = cursor === undefined ? null : decodeCursor(list, cursor)
  const rows = await readShelf(database, { statement: 'category', of: [categoryId], after, take: limit + 1, skip })
  return toPage(rows, {
    list,
    limit,
    positionOf: row => ({ at: new Date(row.postedAt), id: row.id }),
    toItem: row => toItem(row, imageHost),
  })
}
