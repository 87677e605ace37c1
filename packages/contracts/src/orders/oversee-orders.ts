import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { PageInput, pageOf } from '../paging.ts'
import { searchLine } from '../text.ts'
import { OrderState, RefundProgress } from './order.ts'

/** So long may be what an admin searches orders for, in characters. */
export const ORDER_SEARCH_MAX_LENGTH = 100

/**
 * Everyone's orders, newest first; `state` narrows them, `undecided` to those whose handover an admin decides, and `setAside`
 * to paid ones whose buyer or seller has an account that gave way to the proven owner of its email. `search` is the id of
 * an order or of its listing, or a part of the product's name or of the buyer's or seller's name or email, taken literally.
 * `from` and `until` bound when they were booked; `until` itself is left out.
 */
export const ListAllOrdersInput = z.extend(PageInput, {
  state: z.optional(OrderState),
  undecided: z.optional(z.boolean()),
  setAside: z.optional(z.boolean()),
  search: z.optional(searchLine(ORDER_SEARCH_MAX_LENGTH)),
  from: z.optional(Instant),
  until: z.optional(Instant),
})
export type ListAllOrdersInput = z.infer<typeof ListAllOrdersInput>

/** An order as an admin oversees it: without the phone number, the meeting place and the code, which are the parties'. */
export const OverseenOrder = z.object({
  id: Id,
  listingId: Id,
  productName: z.string(),
  priceCents: z.int(),
  buyerId: Id,
  buyerName: z.string(),
  sellerId: Id,
  sellerName: z.string(),
  state: OrderState,
  disputed: z.boolean(),
  /** Whether the bank holds its money, so that none of it can go back; during an inquiry it can. */
  moneyHeld: z.boolean(),
  /** Whether an admin has to decide on its handover. */
  undecided: z.boolean(),
  /** Whether it is paid and one of its sides cannot sign in any more. */
  setAside: z.boolean(),
  /** Null unless it was refunded. */
  refund: z.nullable(RefundProgress),
  placedAt: Instant,
})
export type OverseenOrder = z.infer<typeof OverseenOrder>
export const ListAllOrdersOutput = pageOf(OverseenOrder)
