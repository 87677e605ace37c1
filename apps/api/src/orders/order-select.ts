import type { Order } from '@second-ring/contracts/orders/order'
import { query } from '@second-ring/database'
import { type InferResult, sql } from 'kysely'
import { now } from '#platform/database-clock.ts'
import { summaryColumns, summaryOf } from '#platform/deal-stage.ts'
import type { ImageHost } from '#platform/image-host.ts'
import { thumbhashOf } from '#platform/thumbhash.ts'
import { refundProgress } from './refund-progress.ts'

/** Orders `o` with all that their two sides are shown: the database's clock says what can still be paid. */
export const selectOrders = query
  .selectFrom('orders as o')
  .innerJoin('users as b', 'b.id', 'o.buyer_id')
  .innerJoin('listings as l', 'l.id', 'o.listing_id')
  .innerJoin('users as s', 's.id', 'l.seller_id')
  .leftJoin('claims as k', 'k.order_id', 'o.id')
  .leftJoin('no_show_reports as n', join => join.onRef('n.order_id', '=', 'o.id').on('n.state', '=', 'OPEN'))
  .leftJoin('cancellation_proposals as c', join =>
    join.onRef('c.order_id', '=', 'o.id').on('c.state', '=', 'OPEN').on('c.due_at', '>', now),
  )
  .leftJoin('meeting_proposals as m', join => join.onRef('m.order_id', '=', 'o.id').on('m.state', '=', 'OPEN'))
  .select(summaryColumns)
  .select([
    'o.id',
    'o.listing_id as listingId',
    'o.product_name as productName',
    'o.product_image as productImage',
    thumbhashOf(sql.ref('o.product_image')).as('thumbhash'),
    'o.price_cents as priceCents',
    'o.meeting_place as meetingPlace',
    'o.meeting_time as meetingTime',
    'o.phone',
    'o.state',
    'o.ending',
    'o.end_reason as endReason',
    sql<boolean>`o.state = 'PLACED' AND o.reserved_until > now()`.as('payable'),
    'o.placed_at as placedAt',
    'o.handover_code as handoverCode',
    refundProgress.as('refund'),
    'b.id as buyerId',
    'b.name as buyerName',
    'b.email as buyerEmail',
    's.name as sellerName',
  ])

export type OrderRow = InferResult<typeof selectOrders>[number]

interface Shown {
  imageHost: ImageHost
  /** Whether it is shown to its buyer, who alone sees the handover code. */
  forBuyer: boolean
}

export function toOrder(row: OrderRow, { imageHost, forBuyer }: Shown): Order {
  const { id, listingId, productName, priceCents, buyerName, sellerName, meetingPlace, phone } = row
  const { state, ending, endReason, payable, refund } = row
  return {
    ...{ id, listingId, productName, priceCents, buyerName, sellerName, meetingPlace, phone },
    ...{ state, ending, endReason, payable, refund },
    image: imageHost.pictureOf(row.productImage, row.thumbhash),
    // It goes from the other side's eyes with the phone number.
    buyerEmail: forBuyer || phone !== '' ? (row.buyerEmail ?? '') : '',
    reservedUntil: row.reservedUntil.toISOString(),
    placedAt: row.placedAt.toISOString(),
    meetingTime: row.meetingTime?.toISOString() ?? null,
    handoverCode: forBuyer && state === 'PAID' ? row.handoverCode : null,
    ...summaryOf(row),
  }
}
