import type { ImageHost } from '#platform/image-host.ts'
import { decodeCursor, type PageRead, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { readShelf, type ShelfRow, toShelfCard, toShelfPost } from './read-shelf.ts'

/** The advertised listings that are available, last advertised first; one page. */
export function listAdvertised(platform: Platform, input: PageRead) {
  return readPage(platform, input, toShelfPost)
}

/** The same as cards, with nothing that would have to be taken away. */
export function showAdvertised(platform: Platform, input: PageRead) {
  return readPage(platform, input, toShelfCard)
}

async function readPage<Item>(
  { database, imageHost }: Platform,
  { cursor, limit, skip }: PageRead,
  toItem: (row: ShelfRow, host: ImageHost) => Item,
) {
  const list = ['advertised']
  const after = cursor === undefined ? null : decodeCursor(list, cursor)
  const rows = await readShelf(database, { statement: 'advertised', of: [], after, take: limit + 1, skip })
  return toPage(rows, {
    list,
    limit,
    positionOf: row => ({ at: new Date(row.advertisedAt ?? row.postedAt), id: row.id }),
    toItem: row => toItem(row, imageHost),
  })
}
