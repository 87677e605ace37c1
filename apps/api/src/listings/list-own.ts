import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { isHandedOver, isPaid, paidStates } from '@second-ring/contracts/orders/order'
import { run } from '@second-ring/database'
import type { InferResult } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import type { ImageHost } from '#platform/image-host.ts'
import { decodeCursor, type PageRead, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { type Post, selectListings, toPost } from './listing-rows.ts'

// With the order that holds or has bought it. Of these there is one at the most.
const selectOwn = selectListings
  .leftJoin('orders as o', join =>
    join.onRef('o.listing_id', '=', 'l.id').on('o.state', 'in', ['PLACED', ...paidStates]),
  )
  .leftJoin('users as b', 'b.id', 'o.buyer_id')
  .select(['o.id as orderId', 'o.phone', 'o.meeting_place as meetingPlace', 'o.state as orderState'])
  .select(['o.placed_at as placedAt', 'o.fee_cents as feeCents', 'o.fee_tax_cents as feeTaxCents'])
  .select('b.name as buyerName')

/** The seller's own listings in every state but removed, newest first; one page. */
export async function listOwn({ database, imageHost }: Platform, caller: Caller, input: PageRead) {
  authorize(caller, 'listing.read-own')
  const { cursor, limit, skip = 0 } = input
  const list = ['own posts', caller.id]
  const { at, id } = decodeCursor(list, cursor)
  const page = selectOwn
    .where('l.seller_id', '=', caller.id)
    .where('l.state', '<>', 'REMOVED')
    .where(({ eb, refTuple, tuple }) => eb(refTuple('l.posted_at', 'l.id'), '<', tuple(at, id)))
    .orderBy('l.posted_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit + 1)
    .offset(skip)
  return toPage(await run(database, page), {
    list,
    limit,
    positionOf: row => ({ at: row.postedAt, id: row.id }),
    toItem: row => toOwnPost(row, imageHost),
  })
}

/** A listing as its seller sees it: with who has booked it. */
function toOwnPost(row: InferResult<typeof selectOwn>[number], imageHost: ImageHost): Post & OwnListing {
  return { ...toPost(row, imageHost), booking: toBooking(row) }
}

function toBooking(row: InferResult<typeof selectOwn>[number]): OwnListing['booking'] {
  const { orderId, buyerName, phone, meetingPlace, orderState, placedAt, feeCents, feeTaxCents } = row
  if (!(orderId && orderState && placedAt)) return null
  return {
    orderId,
    buyerName: buyerName ?? '',
    phone: phone ?? '',
    meetingPlace: meetingPlace ?? '',
    paid: isPaid(orderState),
    handedOver: orderState !== null && isHandedOver(orderState),
    placedAt: placedAt.toISOString(),
    feeCents: feeCents ?? 0,
    feeTaxCents: feeTaxCents ?? 0,
  }
}
