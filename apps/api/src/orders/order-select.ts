import type { Order } from '@second-ring/contracts/orders/order'
import type { ImageHost } from '#platform/image-host.ts'
import { HOLDS_MONEY, OPEN_DISPUTE } from './open-dispute.ts'

/** Whether the bank disputes the payment of an order `o`, in SQL. */
export const isDisputed = `EXISTS (SELECT FROM "payments" p JOIN "disputes" d ON d."payment_id" = p."id"
    WHERE p."order_id" = o."id" AND ${OPEN_DISPUTE})`

/** Whether the bank holds the money of an order `o`, so that none of it can go back, in SQL. */
export const isMoneyHeld = `EXISTS (SELECT FROM "payments" p JOIN "disputes" d ON d."payment_id" = p."id"
    WHERE p."order_id" = o."id" AND ${HOLDS_MONEY})`

/**
 * Orders `o` with what belongs to each in one row, of the listings `l`, the buyers `b` and the sellers `s`. In plain SQL:
 * one statement instead of four, and the database's clock says what can be paid.
 */
export const selectOrders = `SELECT o."id", o."listing_id" AS "listingId", o."product_name" AS "productName",
  o."product_image" AS "productImage", o."price_cents" AS "priceCents", o."meeting_place" AS "meetingPlace",
  o."meeting_time" AS "meetingTime", o."phone", o."state", o."ending", o."end_reason" AS "endReason",
  o."state" = 'PLACED' AND o."reserved_until" > now() AS "payable", o."reserved_until" AS "reservedUntil",
  o."placed_at" AS "placedAt", o."handover_code" AS "handoverCode", ${isDisputed} AS "disputed",
  b."id" AS "buyerId", b."name" AS "buyerName", b."email" AS "buyerEmail", s."name" AS "sellerName"
  FROM "orders" o JOIN "users" b ON b."id" = o."buyer_id" JOIN "listings" l ON l."id" = o."listing_id"
  JOIN "users" s ON s."id" = l."seller_id"`

/** A row of {@link selectOrders}. */
export interface OrderRow extends Omit<Order, 'image' | 'buyerEmail' | 'reservedUntil' | 'placedAt' | 'meetingTime'> {
  productImage: string
  buyerId: string
  buyerEmail: string | null
  reservedUntil: Date
  placedAt: Date
  meetingTime: Date | null
}

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
