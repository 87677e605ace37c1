import type { Order } from '@second-ring/contracts/orders/order'
import { query } from '@second-ring/database'
import { type InferResult, sql } from 'kysely'
import type { ImageHost } from '#platform/image-host.ts'
import { thumbhashOf } from '#platform/thumbhash.ts'
import { isDisputed } from './open-dispute.ts'
import { refundProgress } from './refund-progress.ts'

/** Orders `o` with all that their two sides are shown: the database's clock says what can still be paid. */
export const selectOrders = query
  .selectFrom('orders as o')
  .innerJoin('users as b', 'b.id', 'o.buyer_id')
  .innerJoin('listings as l', 'l.id', 'o.listing_id')
  .innerJoin('users as s', 's.id', 'l.seller_id')
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
    'o.reserved_until as reservedUntil',
    'o.placed_at as placedAt',
    'o.handover_code as handoverCode',
    isDisputed.as('disputed'),
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
  const {
    productImage,
    thumbhash,
    reservedUntil,
    placedAt,
    meetingTime,
    handoverCode,
    buyerEmail,
    buyerId: _,
    ...rest
  } = row
  return {
    ...rest,
    image: imageHost.pictureOf(productImage, thumbhash),
    // It goes from the other side's eyes with the phone number.
    buyerEmail: forBuyer || row.phone !== '' ? (buyerEmail ?? '') : '',
    reservedUntil: reservedUntil.toISOString(),
    placedAt: placedAt.toISOString(),
    meetingTime: meetingTime?.toISOString() ?? null,
    handoverCode: forBuyer && row.state === 'PAID' ? handoverCode : null,
  }
}
