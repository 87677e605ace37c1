import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { DisputeState } from './dispute.ts'
import { PaymentState } from './payment.ts'
import { ReceiptKind } from '../receipts/receipt.ts'
import { RefundState } from './refund.ts'

/** Money on its way back to the card, for those who take part in the order. */
export const OrderRefund = z.object({
  id: Id,
  amountCents: z.int(),
  state: RefundState,
  reason: z.string(),
  /** From when on it is sent, while it is REQUESTED. */
  dueAt: Instant,
  requestedAt: Instant,
  /** When its state last changed. */
  changedAt: Instant,
})
export type OrderRefund = z.infer<typeof OrderRefund>

/** What the cardholder's bank claims back, or claimed. */
export const OrderDispute = z.object({
  id: Id,
  amountCents: z.int(),
  state: DisputeState,
  /** The provider's word, such as `product_not_received`. */
  reason: z.string(),
  /** Until when the market may answer the bank; null when there is nothing to answer. */
  dueAt: z.nullable(Instant),
  openedAt: Instant,
  closedAt: z.nullable(Instant),
})
export type OrderDispute = z.infer<typeof OrderDispute>

/** One payment of an order, with all that went back of it. */
export const OrderPayment = z.object({
  id: Id,
  /** The provider's payment intent, as on the card's statement; null for the seller. */
  transactionId: z.nullable(z.string()),
  amountCents: z.int(),
  state: PaymentState,
  /** When paying began. */
  startedAt: Instant,
  /** When the money was taken; null while it has not been. */
  paidAt: z.nullable(Instant),
  /** What still has to go back and is not on its way yet. */
  owedCents: z.int(),
  /** Newest first; of tries that failed the latest alone, while nothing came after it. */
  refunds: z.array(OrderRefund),
  /** Newest first. */
  disputes: z.array(OrderDispute),
})
export type OrderPayment = z.infer<typeof OrderPayment>

/** Where the money of an order is, for its buyer, its seller and admins; the latest payment first. */
export const OrderMoneyInput = z.object({ orderId: Id })
export type OrderMoneyInput = z.infer<typeof OrderMoneyInput>
export const OrderMoneyOutput = z.object({
  payments: z.array(OrderPayment),
  /** Those that are numbered, which takes a minute, of those that the caller may read. */
  receipts: z.array(ReceiptKind),
})
export type OrderMoneyOutput = z.infer<typeof OrderMoneyOutput>
