import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'

/** A buyer's receipt of what was paid, or a seller's invoice of the fee. */
export const ReceiptKind = z.enum(['RECEIPT', 'FEE_INVOICE'])
export type ReceiptKind = z.infer<typeof ReceiptKind>

const prefixes = { RECEIPT: 'R', FEE_INVOICE: 'F' } as const satisfies Record<ReceiptKind, string>

/** The number as it is printed: `R-000042`. */
export function receiptNumber(kind: ReceiptKind, number: number): string {
  return `${prefixes[kind]}-${String(number).padStart(6, '0')}`
}

export const GetReceiptInput = z.object({ orderId: Id, kind: ReceiptKind })
export type GetReceiptInput = z.infer<typeof GetReceiptInput>

/** What of a fee is tax, and its rate in hundredths of a percent; null when none is. */
const FeeTax = z.nullable(z.object({ basisPoints: z.int(), cents: z.int() }))

/** A further numbered document about a fee, which has changed since its invoice. */
export const FeeCorrection = z.object({
  number: z.string(),
  issuedAt: Instant,
  /** When the fee has changed. */
  occurredAt: Instant,
  /** What the market keeps more than it had until then; below zero what it has given back. */
  amountCents: z.int(),
  /** What of that is tax, likewise. */
  feeTax: FeeTax,
})
export type FeeCorrection = z.infer<typeof FeeCorrection>

/** A numbered document of an order: the receipt for its buyer, the fee's invoice for its seller, both for an admin. */
export const Receipt = z.object({
  kind: ReceiptKind,
  number: z.string(),
  issuedAt: Instant,
  /** When the order was paid, or the fee was earned. */
  occurredAt: Instant,
  orderId: Id,
  productName: z.string(),
  /** Names are empty for a removed person. */
  buyerName: z.string(),
  sellerName: z.string(),
  priceCents: z.int(),
  /** Of a receipt the price, of an invoice what the market has kept. */
  amountCents: z.int(),
  /** What was the seller's when the fee was earned, on an invoice; less than the rest where some had gone back. */
  sellerCents: z.nullable(z.int()),
  /** Of an invoice alone. */
  feeTax: FeeTax,
  /** Of an invoice alone, oldest first. */
  corrections: z.array(FeeCorrection),
  /** The provider's payment intent, on a receipt. */
  transactionId: z.nullable(z.string()),
  /** What went back to the buyer since, or was taken back by their bank, oldest first; of a receipt alone. */
  refunds: z.array(z.object({ amountCents: z.int(), at: Instant, byBank: z.boolean() })),
})
export type Receipt = z.infer<typeof Receipt>

/** Null while it has none: it is numbered within a minute after the payment, or the release. */
export const GetReceiptOutput = z.nullable(Receipt)
export type GetReceiptOutput = z.infer<typeof GetReceiptOutput>
