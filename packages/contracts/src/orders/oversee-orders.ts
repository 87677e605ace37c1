import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { PageInput, pageOf } from '../paging.ts'
import { OrderState, RefundProgress } from './order.ts'

/**
 * Everyone's orders, newest first; `state` narrows them, `undecided` to those whose handover an admin decides, and `setAside`
 * to paid ones whose buyer or seller has an account that gave way to the proven owner of its email.
 */
export const ListAllOrdersInput = z.extend(PageInput, {
  state: z.optional(OrderState),
  undecided: z.optional(z.boolean()),
  setAside: z.optional(z.boolean()),
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
