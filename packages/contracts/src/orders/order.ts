import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { Picture } from '../listings/picture.ts'

export const OrderState = z.enum(['PLACED', 'PAID', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'REFUNDED'])
export type OrderState = z.infer<typeof OrderState>

/** Whether the order's money has been taken and not given back. */
export function isPaid(state: OrderState): boolean {
  return state === 'PAID' || state === 'COMPLETED'
}

/** An order as its buyer sees it. Product, image and price are the listing's at the time of booking. */
export const Order = z.object({
  id: Id,
  listingId: Id,
  productName: z.string(),
  image: Picture,
  priceCents: z.int(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  meetingPlace: z.string(),
  phone: z.string(),
  state: OrderState,
  /** Until when the phone is held for an unpaid order. */
  reservedUntil: Instant,
  placedAt: Instant,
  /** Six digits for the seller when the phone is handed over; null until it is paid, and for everyone but the buyer. */
  handoverCode: z.nullable(z.string()),
  /** Whether the cardholder's bank disputes the payment. */
  disputed: z.boolean(),
})
export type Order = z.infer<typeof Order>
