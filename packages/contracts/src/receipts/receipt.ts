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

/** A numbered document of an order: the receipt for its buyer, the fee's invoice for its seller, both for an admin. */
export const Receipt = z.object({
  kind: ReceiptKind,
  number: z.string(),
  issuedAt: Instant,
  /** When the order was paid, or its money was released to the seller. */
  occurredAt: Instant,
  orderId: Id,
  productName: z.string(),
  /** Names are empty for a removed person. */
  buyerName: z.string(),
  sellerName: z.string(),
  priceCents: z.int(),
  /** Of a receipt the price, of an invoice what the market has kept. */
  amountCents: z.int(),
  /** What the seller got when the money was released, on an invoice; less than the rest where some had gone back. */
  sellerCents: z.nullable(z.int()),
  /** What of an invoice's amount is tax, and its rate in hundredths of a percent; null when none is. */
  feeTax: z.nullable(z.object({ basisPoints: z.int(), cents: z.int() })),
  /** The provider's payment intent, on a receipt. */
  transactionId: z.nullable(z.string()),
  /** What went back to the buyer since, oldest first; of a receipt alone. */
  refunds: z.array(z.object({ amountCents: z.int(), at: Instant })),
})
export type Receipt = z.infer<typeof Receipt>

/** Null while it has none: it is numbered within a minute after the payment, or the release. */
export const GetReceiptOutput = z.nullable(Receipt)
export type GetReceiptOutput = z.infer<typeof GetReceiptOutput>
