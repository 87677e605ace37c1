import type { ListAdvertisedInput } from '@second-ring/contracts/listings/browse-listings'
import { decodeCursor, toPage } from '../platform/keyset.ts'
import type { Platform } from '../platform/platform.ts'
import { readShelf, toShelfPost } from './read-shelf.ts'

/** The advertised listings that are available, last advertised first; one page. */
export async function listAdvertised({ database, imageHost }: Platform, { cursor, limit }: ListAdvertisedInput) {
  const list = ['advertised']
  const after = cursor === undefined ? null : decodeCursor(list, cursor)
  const rows = await readShelf(database, { statement: 'advertised', of: [], after, take: limit + 1 })
  return toPage(rows, {
    list,
    limit,
    positionOf: row => ({ at: row.advertisedAt ?? row.postedAt, id: row.id }),
    toItem: row => toShelfPost(row, imageHost),
  })
}
