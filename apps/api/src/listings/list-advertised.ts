import { type Parameters, prepare } from '@second-ring/database'
import type { ImageHost } from '#platform/image-host.ts'
import { decodeCursor, type Paged, type PageRead, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { type ListingRow, selectListings, toCard, toPost } from './listing-rows.ts'

const findAdvertised = prepare((parameter: Parameters<Paged>) =>
  selectListings
    .where('l.state', '=', 'AVAILABLE')
    .where('l.advertised_at', 'is not', null)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('l.advertised_at', 'l.id'), '<', tuple(parameter('at'), parameter('id'))),
    )
    .orderBy('l.advertised_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(parameter('take'))
    .offset(parameter('skip')),
)

/** The advertised listings that are available, last advertised first; one page. */
export function listAdvertised(platform: Platform, input: PageRead) {
  return readPage(platform, input, toPost)
}

/** The same as cards. */
export function showAdvertised(platform: Platform, input: PageRead) {
  return readPage(platform, input, toCard)
}

async function readPage<Item>(
  { database, imageHost }: Platform,
  { cursor, limit, skip = 0 }: PageRead,
  toItem: (row: ListingRow, host: ImageHost) => Item,
) {
  const list = ['advertised']
  const rows = await findAdvertised(database, { ...decodeCursor(list, cursor), take: limit + 1, skip })
  return toPage(rows, {
    list,
    limit,
    positionOf: row => ({ at: row.advertisedAt ?? row.postedAt, id: row.id }),
    toItem: row => toItem(row, imageHost),
  })
}
