import type { ListUserListingsInput, UserListing } from '@second-ring/contracts/accounts/user-details'
import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { thumbhashOf } from '#platform/thumbhash.ts'

/**
 * The listings of a user in every state, also those that left the market, newest first; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listUserListings(
  { database, imageHost }: Platform,
  caller: Caller,
  input: ListUserListingsInput,
) {
  authorize(caller, 'user.read')
  const { userId, limit, cursor } = input
  await recordRead(database, caller, { action: 'read.user', subject: { type: 'user', id: userId } })
  const list = ['listings of a user', userId]
  const { at, id } = decodeCursor(list, cursor)
  const page = query
    .selectFrom('listings as l')
    .where('l.seller_id', '=', userId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('l.posted_at', 'l.id'), '<', tuple(at, id)))
    .select(['l.id', 'l.product_name as productName', 'l.resale_price_cents as resalePriceCents', 'l.state'])
    .select(['l.posted_at as postedAt', sql<string>`coalesce(l.images[1], '')`.as('image')])
    .select(thumbhashOf(sql`l.images[1]`).as('thumbhash'))
    .select(({ eb }) => eb('l.hidden_at', 'is not', null).$castTo<boolean>().as('hidden'))
    .orderBy('l.posted_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit + 1)
  return toPage(await run(database, page), {
    list,
    limit,
    positionOf: row => ({ at: row.postedAt, id: row.id }),
    toItem: ({ thumbhash, ...row }): UserListing => ({
      ...row,
      image: imageHost.pictureOf(row.image, thumbhash),
      postedAt: row.postedAt.toISOString(),
    }),
  })
}
