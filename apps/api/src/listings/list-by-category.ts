import type { ListByCategoryInput } from '@second-ring/contracts/listings/browse-listings'
import { decodeCursor, toPage } from '../platform/keyset.ts'
import type { Platform } from '../platform/platform.ts'
import { readShelf, toShelfPost } from './read-shelf.ts'

/** The available listings of a category, newest first; one page. */
export async function listByCategory({ database, imageHost }: Platform, input: ListByCategoryInput) {
  const { categoryId, cursor, limit } = input
  const list = ['category', categoryId]
  const after = cursor === undefined ? null : decodeCursor(list, cursor)
  const rows = await readShelf(database, { statement: 'category', of: [categoryId], after, take: limit + 1 })
  return toPage(rows, {
    list,
    limit,
    positionOf: row => ({ at: row.postedAt, id: row.id }),
    toItem: row => toShelfPost(row, imageHost),
  })
}
