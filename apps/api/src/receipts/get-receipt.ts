import { DomainError } from '@second-ring/contracts/errors'
import type { OrderParty } from '@second-ring/contracts/orders/order-details'
import {
  type GetReceiptInput,
  type GetReceiptOutput,
  type ReceiptKind,
  receiptNumber,
} from '@second-ring/contracts/receipts/receipt'
import { type Database, type Prisma, query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { partyOf } from '#orders/order-rules.ts'
import type { Platform } from '#platform/platform.ts'
import { keptTaxCents, sellerCents } from './released-cents.ts'

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
    receipts: { where: { kind }, select: { number: true, amountCents: true, occurredAt: true, issuedAt: true } },
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
  const [receipt] = order.receipts
  if (!receipt) return null
  const { number, amountCents, occurredAt, issuedAt } = receipt
  const refunds = payments.flatMap(payment => payment.refunds)
  const isReceipt = kind === 'RECEIPT'
  const released = isReceipt ? undefined : await readReleased(database, orderId)
  return {
    ...{ kind, orderId, productName, priceCents, amountCents },
    number: receiptNumber(kind, number),
    occurredAt: occurredAt.toISOString(),
    issuedAt: issuedAt.toISOString(),
    buyerName: buyer.name,
    sellerName: listing.seller.name,
    sellerCents: released?.sellerCents ?? null,
    feeTax: released?.taxCents ? { basisPoints: feeTaxBasisPoints, cents: released.taxCents } : null,
    transactionId: isReceipt ? (payments[0]?.intentId ?? null) : null,
    refunds: isReceipt
      ? refunds.map(refund => ({ amountCents: refund.amountCents, at: refund.updatedAt.toISOString() }))
      : [],
  }
}

/** What the release of an order gave to its seller, and to the tax on the fee. */
async function readReleased(database: Database, orderId: string) {
  const [order] = await run(
    database,
    query
      .selectFrom('orders as o')
      .where('o.id', '=', orderId)
      .select([sellerCents.as('sellerCents'), keptTaxCents.as('taxCents')]),
  )
  return order
}
