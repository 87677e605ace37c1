import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { isHandedOver, isPaid, isReleased, paidStates } from '@second-ring/contracts/orders/order'
import { run } from '@second-ring/database'
import type { InferResult } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import { now } from '#platform/database-clock.ts'
import { summaryColumns, summaryOf } from '#platform/deal-stage.ts'
import type { ImageHost } from '#platform/image-host.ts'
import { decodeCursor, type PageRead, toPage } from '#platform/keyset.ts'
import { feeAccountKinds, ledgerCents } from '#platform/ledger-cents.ts'
import type { Platform } from '#platform/platform.ts'
import { type Post, selectListings, toPost } from './listing-rows.ts'

// With the order that holds or has bought it. Of these there is one at the most.
const selectOwn = selectListings
  .leftJoin('orders as o', join =>
    join.onRef('o.listing_id', '=', 'l.id').on('o.state', 'in', ['PLACED', ...paidStates]),
  )
  .leftJoin('users as b', 'b.id', 'o.buyer_id')
  .leftJoin('claims as k', 'k.order_id', 'o.id')
  .leftJoin('no_show_reports as n', join => join.onRef('n.order_id', '=', 'o.id').on('n.state', '=', 'OPEN'))
  .leftJoin('cancellation_proposals as c', join =>
    join.onRef('c.order_id', '=', 'o.id').on('c.state', '=', 'OPEN').on('c.due_at', '>', now),
  )
  .leftJoin('meeting_proposals as m', join => join.onRef('m.order_id', '=', 'o.id').on('m.state', '=', 'OPEN'))
  .select(summaryColumns)
  // What the market has kept, but for what it gave back since.
  .select([ledgerCents(...feeAccountKinds).as('keptCents'), ledgerCents('FEE_TAX').as('keptTaxCents')])
  .select(['o.id as orderId', 'o.phone', 'o.meeting_place as meetingPlace', 'b.name as buyerName'])
  .select(['o.placed_at as placedAt', 'o.fee_cents as feeCents', 'o.fee_tax_cents as feeTaxCents'])

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
  const { orderId, buyerName, phone, meetingPlace, orderState, reservedUntil, placedAt } = row
  if (!(orderId && orderState && reservedUntil && placedAt)) return null
  const isSettled = isReleased(orderState)
  return {
    orderId,
    buyerName: buyerName ?? '',
    phone: phone ?? '',
    meetingPlace: meetingPlace ?? '',
    paid: isPaid(orderState),
    handedOver: orderState !== null && isHandedOver(orderState),
    placedAt: placedAt.toISOString(),
    ...summaryOf({ ...row, orderState, reservedUntil, handoverAttempts: row.handoverAttempts ?? 0 }),
    feeCents: isSettled ? row.keptCents : (row.feeCents ?? 0),
    feeTaxCents: isSettled ? row.keptTaxCents : (row.feeTaxCents ?? 0),
  }
}
