import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { ListBySellerInput } from '@second-ring/contracts/listings/seller-page'
import { type Parameters, prepare } from '@second-ring/database'
import { decodeCursor, type Paged, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { selectListings, toCard } from './listing-rows.ts'
import { isSelling } from './selling-user.ts'

const findOfSeller = prepare((parameter: Parameters<Paged & { sellerId: string }>) =>
  selectListings
    .where('l.state', '=', 'AVAILABLE')
    .where('l.seller_id', '=', parameter('sellerId'))
    .where(isSelling)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('l.posted_at', 'l.id'), '<', tuple(parameter('at'), parameter('id'))),
    )
    .orderBy('l.posted_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(parameter('take'))
    .offset(parameter('skip')),
)

/** What a seller has for sale, newest first; one page. Of nobody it is nothing. */
export async function listBySeller(
  { database, imageHost }: Pick<Platform, 'database' | 'imageHost'>,
  { sellerId, cursor, limit }: ListBySellerInput,
): Promise<{ items: ListingCard[]; nextCursor: string | null }> {
  const list = ['seller', sellerId.toLowerCase()]
  const rows = await findOfSeller(database, { sellerId, ...decodeCursor(list, cursor), take: limit + 1, skip: 0 })
  return toPage(rows, {
    list,
    limit,
    positionOf: row => ({ at: row.postedAt, id: row.id }),
    toItem: row => toCard(row, imageHost),
  })
}
