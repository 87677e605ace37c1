import { DomainError } from '@second-ring/contracts/errors'
import type { OrderParty } from '@second-ring/contracts/orders/order-details'
import {
  type FeeCorrection,
  type GetReceiptInput,
  type GetReceiptOutput,
  type Receipt,
  type ReceiptKind,
  receiptNumber,
} from '@second-ring/contracts/receipts/receipt'
import { type Database, type Prisma, query, run } from '@second-ring/database'
import { feeTaxOf } from '#fees/fee-tax.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { partyOf } from '#orders/order-rules.ts'
import { ledgerCentsAt } from '#platform/ledger-cents.ts'
import type { Platform } from '#platform/platform.ts'

/** Who reads each. */
const readers: Record<ReceiptKind, readonly OrderParty[]> = {
  RECEIPT: ['buyer', 'admin'],
  FEE_INVOICE: ['seller', 'admin'],
}

const selectOf = (kind: ReceiptKind) =>
  ({
    ...{ productName: true, priceCents: true, buyerId: true, feeTaxBasisPoints: true },
    buyer: { select: { name: true } },
    listing: { select: { sellerId: true, seller: { select: { name: true } } } },
    receipts: {
      where: { kind },
      orderBy: { number: 'asc' },
      select: { number: true, amountCents: true, occurredAt: true, issuedAt: true },
    },
    payments: {
      where: { receivedAt: { not: null } },
      orderBy: { receivedAt: 'desc' },
      select: {
        intentId: true,
        refunds: {
          where: { state: { in: ['SUCCEEDED', 'SETTLED_OUTSIDE'] } },
          orderBy: { updatedAt: 'asc' },
          select: { amountCents: true, updatedAt: true },
        },
        disputes: { where: { state: 'LOST', closedAt: { not: null } }, select: { amountCents: true, closedAt: true } },
      },
    },
  }) as const satisfies Prisma.OrderSelect

/**
 * A buyer's receipt of their order, or a seller's invoice of its fee; an admin reads both.
 * @returns null while it has no number
 * @throws DomainError NOT_FOUND (no such order, or not theirs to read)
 */
export async function getReceipt(
  { database }: Pick<Platform, 'database'>,
  caller: Caller,
  { orderId, kind }: GetReceiptInput,
): Promise<GetReceiptOutput> {
  authorize(caller, 'order.read-own')
  const order = await database.order.findUnique({ where: { id: orderId }, select: selectOf(kind) })
  const party = order && partyOf(caller, { buyerId: order.buyerId, sellerId: order.listing.sellerId })
  if (!order || !party || !readers[kind].includes(party)) {
    throw new DomainError('NOT_FOUND', 'You have no such order.')
  }
  if (party === 'admin') {
    await recordRead(database, caller, { action: 'read.order', subject: { type: 'order', id: orderId } })
  }
  const { productName, priceCents, feeTaxBasisPoints, buyer, listing, payments } = order
  const isReceipt = kind === 'RECEIPT'
  const [first, ...corrections] = numbered(kind, order.receipts, isReceipt ? 0 : feeTaxBasisPoints)
  if (!first) return null
  return {
    ...{ ...first, kind, orderId, productName, priceCents },
    buyerName: buyer.name,
    sellerName: listing.seller.name,
    sellerCents: isReceipt ? null : await readSellerCents(database, orderId, new Date(first.occurredAt)),
    corrections: isReceipt ? [] : corrections,
    transactionId: isReceipt ? (payments[0]?.intentId ?? null) : null,
    refunds: isReceipt ? payments.flatMap(returnsOf).toSorted((a, b) => a.at.localeCompare(b.at)) : [],
  }
}

interface Returns {
  refunds: readonly { amountCents: number; updatedAt: Date }[]
  disputes: readonly { amountCents: number; closedAt: Date | null }[]
}

/** What went back of a payment, and what its buyer's bank took back. */
function returnsOf({ refunds, disputes }: Returns): Receipt['refunds'] {
  return [
    ...refunds.map(({ amountCents, updatedAt }) => ({ amountCents, at: updatedAt.toISOString(), byBank: false })),
    ...disputes.flatMap(({ amountCents, closedAt }) =>
      closedAt ? [{ amountCents, at: closedAt.toISOString(), byBank: true }] : [],
    ),
  ]
}

interface Row {
  number: number
  amountCents: number
  occurredAt: Date
  issuedAt: Date
}

/** Documents of a kind with their numbers. The tax is that of the fee in all, so no sequence of changes makes or loses a cent. */
function numbered(kind: ReceiptKind, rows: readonly Row[], basisPoints: number): FeeCorrection[] {
  let feeCents = 0
  return rows.map(({ number, amountCents, occurredAt, issuedAt }) => {
    const before = feeTaxOf(feeCents, basisPoints)
    feeCents += amountCents
    return {
      number: receiptNumber(kind, number),
      occurredAt: occurredAt.toISOString(),
      issuedAt: issuedAt.toISOString(),
      amountCents,
      feeTax: basisPoints === 0 ? null : { basisPoints, cents: feeTaxOf(feeCents, basisPoints) - before },
    }
  })
}

/** What was the seller's of an order at a moment, in cents. */
async function readSellerCents(database: Database, orderId: string, at: Date): Promise<number> {
  const earned = ledgerCentsAt(at, 'SELLER_BALANCE').as('cents')
  const [order] = await run(database, query.selectFrom('orders as o').where('o.id', '=', orderId).select(earned))
  return order?.cents ?? 0
}
