import type { Order, RefundProgress } from '@second-ring/contracts/orders/order'
import { BANK_GAVE_BACK, SUPERSEDED } from '@second-ring/contracts/payments/refund'
import { type DisputeState, query } from '@second-ring/database'
import { type InferResult, sql } from 'kysely'
import type { ImageHost } from '#platform/image-host.ts'
import { HOLDS_MONEY, OPEN_DISPUTE, openDispute } from './open-dispute.ts'

/** Whether the bank disputes the payment of an order `o`, in SQL. */
export const isDisputed = `EXISTS (SELECT FROM "payments" p JOIN "disputes" d ON d."payment_id" = p."id"
    WHERE p."order_id" = o."id" AND ${OPEN_DISPUTE})`

/** Whether the bank holds the money of an order `o`, so that none of it can go back, in SQL. */
export const isMoneyHeld = `EXISTS (SELECT FROM "payments" p JOIN "disputes" d ON d."payment_id" = p."id"
    WHERE p."order_id" = o."id" AND ${HOLDS_MONEY})`

/**
 * Where the money of an order `o` is that was refunded, in SQL: what became of the last refund that was sent or is to be,
 * where one that is tried again by itself has failed.
 */
export const refundProgress = `CASE WHEN o."state" = 'REFUNDED' THEN coalesce((
    SELECT CASE
      WHEN r."state" = 'FAILED' OR r."state" = 'REQUESTED' AND r."requested_by_id" IS NULL AND EXISTS (
        SELECT FROM "refunds" f WHERE f."payment_id" = p."id" AND f."state" = 'FAILED' AND f."id" < r."id"
      ) THEN 'failed'
      WHEN r."state" IN ('REQUESTED', 'PENDING') THEN 'underway'
      ELSE 'done' END
    FROM "payments" p JOIN "refunds" r ON r."payment_id" = p."id"
    WHERE p."order_id" = o."id" AND p."state" = 'SUCCEEDED' AND (r."state" <> 'FAILED' OR r."provider_id" IS NOT NULL
      OR r."failure_reason" NOT IN ('${SUPERSEDED}', '${BANK_GAVE_BACK}'))
    ORDER BY r."id" DESC LIMIT 1), 'done') END`

const disputeOf = (states: readonly DisputeState[]) =>
  query
    .selectFrom('payments as p')
    .innerJoin('disputes as d', 'd.payment_id', 'p.id')
    .whereRef('p.order_id', '=', sql.ref('o.id'))
    .where('d.state', 'in', states)
    .select('d.id')

/** Orders `o` with all that their two sides are shown: the database's clock says what can still be paid. */
export const selectOrders = query
  .selectFrom('orders as o')
  .innerJoin('users as b', 'b.id', 'o.buyer_id')
  .innerJoin('listings as l', 'l.id', 'o.listing_id')
  .innerJoin('users as s', 's.id', 'l.seller_id')
  .select(({ exists }) => [
    'o.id',
    'o.listing_id as listingId',
    'o.product_name as productName',
    'o.product_image as productImage',
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
    exists(disputeOf(openDispute.state.in)).$castTo<boolean>().as('disputed'),
    sql<RefundProgress | null>`${sql.raw(refundProgress)}`.as('refund'),
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
  const { productImage, reservedUntil, placedAt, meetingTime, handoverCode, buyerEmail, buyerId: _, ...rest } = row
  return {
    ...rest,
    image: imageHost.pictureOf(productImage),
    buyerEmail: buyerEmail ?? '',
    reservedUntil: reservedUntil.toISOString(),
    placedAt: placedAt.toISOString(),
    meetingTime: meetingTime?.toISOString() ?? null,
    handoverCode: forBuyer && row.state === 'PAID' ? handoverCode : null,
  }
}
