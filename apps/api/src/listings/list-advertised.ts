import { type Parameters, prepare } from '@second-ring/database'
import { sql } from 'kysely'
import type { ImageHost } from '#platform/image-host.ts'
import { decodeCursor, type Paged, type PageRead, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { type ListingRow, selectListings, toCard, toPost } from './listing-rows.ts'

/** Of each seller the newest adverts alone, as many as anybody may have: a page is not filled by one of them. */
const findAdvertised = prepare((parameter: Parameters<Paged & { share: number }>) =>
  selectListings
    .where('l.state', '=', 'AVAILABLE')
    .where('l.advertised_at', 'is not', null)
    .where(({ eb, exists, not, or, selectFrom }) => {
      const shown = selectFrom('listings as other')
        .where('other.state', '=', 'AVAILABLE')
        .where('other.advertised_at', 'is not', null)
        .select('other.id')
      const upToShare = shown.limit(sql<number>`${parameter('share')}::int + 1`)
      const count = selectFrom(upToShare.as('some')).select(({ fn }) => fn.countAll<number>().as('count'))
      const lastOfShare = shown
        .whereRef('other.seller_id', '=', 'l.seller_id')
        .where(of => of(of.refTuple('other.advertised_at', 'other.id'), '>', of.refTuple('l.advertised_at', 'l.id')))
        .offset(sql<number>`${parameter('share')}::int - 1`)
        .limit(1)
      // No seller has more than all have together.
      return or([eb(count, '<=', parameter('share')), not(exists(lastOfShare))])
    })
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
  { database, imageHost, accountLimits }: Platform,
  { cursor, limit, skip = 0 }: PageRead,
  toItem: (row: ListingRow, host: ImageHost) => Item,
) {
  const list = ['advertised']
  const share = Math.max(...Object.values(accountLimits.liveAdverts))
  const rows = await findAdvertised(database, { ...decodeCursor(list, cursor), take: limit + 1, skip, share })
  return toPage(rows, {
    list,
    limit,
    positionOf: row => ({ at: row.advertisedAt ?? row.postedAt, id: row.id }),
    toItem: row => toItem(row, imageHost),
  })
}
