import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { Picture } from '../listings/picture.ts'
import { dealSummary } from './deal-summary.ts'

export const OrderState = z.enum([
  'PLACED',
  'PAID',
  'HANDED_OVER',
  'CLAIMED',
  'RETURNING',
  'RELEASED',
  'PARTLY_REFUNDED',
  'CANCELLED',
  'EXPIRED',
  'REFUNDED',
])
export type OrderState = z.infer<typeof OrderState>

/** How an order ended; it has ended exactly when it has one. */
export const OrderEnding = z.enum([
  'HANDED_OVER',
  'CANCELLED_BY_BUYER',
  'RELEASED',
  'EXPIRED',
  'REFUNDED_BY_SELLER',
  'REFUNDED_BY_ADMIN',
  'REFUNDED_AT_PROVIDER',
  'SIDE_REMOVED',
  'HANDOVER_MISSED',
  'DISPUTE_LOST',
  'CANCELLED_BY_AGREEMENT',
  'SELLER_NO_SHOW',
  'BUYER_NO_SHOW',
  'PHONE_RETURNED',
])
export type OrderEnding = z.infer<typeof OrderEnding>

/** Where the money of a refunded order is: on its way back, owed after a try that failed, or with its buyer. */
export const RefundProgress = z.enum(['underway', 'failed', 'done'])
export type RefundProgress = z.infer<typeof RefundProgress>

/** For how long after its end both sides see where an order's two meet, and how they reach each other, in days. */
export const CONTACT_DAYS = 30

/** The deal is done: what was not given back of the money is the seller's. */
export const releasedStates = ['RELEASED', 'PARTLY_REFUNDED'] as const satisfies readonly OrderState[]
/** The buyer says that something is wrong with the phone: the money is held until that is settled. */
export const claimedStates = ['CLAIMED', 'RETURNING'] as const satisfies readonly OrderState[]
/** The buyer has the phone: its money is held for a while, or until a claim is settled, and then it is the seller's. */
export const handedOverStates = [
  'HANDED_OVER',
  ...claimedStates,
  ...releasedStates,
] as const satisfies readonly OrderState[]
/** The order's money has been taken and not all of it given back. */
export const paidStates = ['PAID', ...handedOverStates] as const satisfies readonly OrderState[]

/** Whether the buyer has the phone. */
export function isHandedOver(state: OrderState): boolean {
  return isOneOf(handedOverStates, state)
}

/** Whether a claim about the order's phone is open. */
export function isClaimed(state: OrderState): boolean {
  return isOneOf(claimedStates, state)
}

/** Whether the seller has the order's money, or what was left of it. */
export function isReleased(state: OrderState): boolean {
  return isOneOf(releasedStates, state)
}

/** Whether the order's money has been taken and not all of it given back. */
export function isPaid(state: OrderState): boolean {
  return isOneOf(paidStates, state)
}

function isOneOf(states: readonly OrderState[], state: OrderState): boolean {
  return states.includes(state)
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
  sellerName: z.string(),
  meetingPlace: z.string(),
  phone: z.string(),
  state: OrderState,
  /** How it ended; null while it has not. */
  ending: z.nullable(OrderEnding),
  /** Why, in the words of whoever ended it. */
  endReason: z.nullable(z.string()),
  /** Whether it can be paid now: it is unpaid, and its hold has not run out. */
  payable: z.boolean(),
  /** Until when the phone is held for an unpaid order. */
  reservedUntil: Instant,
  placedAt: Instant,
  /** When the two want to meet; null while nobody has said. */
  meetingTime: z.nullable(Instant),
  /** Six digits for the seller when the phone is handed over; null until it is paid, and for everyone but the buyer. */
  handoverCode: z.nullable(z.string()),
  /** Null unless it was refunded, or a part of it. */
  refund: z.nullable(RefundProgress),
  ...dealSummary,
})
export type Order = z.infer<typeof Order>
