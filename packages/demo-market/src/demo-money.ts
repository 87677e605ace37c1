import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { type DemoPayment, type DemoSale, postDemoPayments, postDemoRefunds, postDemoReleases } from './demo-ledger.ts'
import { type DemoDocument, issueDemoReceipts } from './demo-receipts.ts'
import type { Market } from './rows.ts'

/** Writes on new orders the fee that a booking writes. */
export async function chargeFees(transaction: Transaction, orders: readonly { id: string }[]): Promise<void> {
  if (orders.length === 0) return
  const ids = orders.map(({ id }) => id)
  const fee = sql<number>`(fee_of(l.seller_id, l.category_id, orders.price_cents)).fee_cents`
  const charging = query
    .updateTable('orders')
    .from('listings as l')
    .whereRef('l.id', '=', 'orders.listing_id')
    .where('orders.id', 'in', ids)
    .set({ fee_cents: fee })
  await run(transaction, charging)
}

/** Adds what became of the money of new payments: what went back, what the ledger has of all, and the documents of it. */
export async function addMoney(
  transaction: Transaction,
  market: Market,
  payments: readonly DemoPayment[],
): Promise<void> {
  const orderOf = new Map(payments.map(({ id, orderId }) => [id, orderId]))
  const refunds = market.refunds.filter(({ paymentId }) => orderOf.has(paymentId))
  await transaction.refund.createMany({ data: refunds })
  await postDemoPayments(transaction, payments)
  const sales = await releasedSales(transaction, payments)
  const kept = await postDemoReleases(transaction, sales)
  await postDemoRefunds(
    transaction,
    refunds.map(refund => ({ ...refund, orderId: orderOf.get(refund.paymentId) ?? '' })),
  )
  await issueDemoReceipts(transaction, [
    ...payments.map(({ orderId, amountCents, receivedAt: occurredAt }): DemoDocument => {
      return { kind: 'RECEIPT', orderId, amountCents, occurredAt }
    }),
    ...sales.map(({ orderId, releasedAt: occurredAt }): DemoDocument => {
      return { kind: 'FEE_INVOICE', orderId, amountCents: kept.get(orderId) ?? 0, occurredAt }
    }),
  ])
}

/** The payments of new orders whose money was released, or a part of it, with whose it is. */
async function releasedSales(transaction: Transaction, payments: readonly DemoPayment[]): Promise<DemoSale[]> {
  const released = await transaction.order.findMany({
    where: { id: { in: payments.map(({ orderId }) => orderId) }, state: { in: ['RELEASED', 'PARTLY_REFUNDED'] } },
    select: {
      id: true,
      feeCents: true,
      giveBackCents: true,
      releasedAt: true,
      listing: { select: { sellerId: true } },
    },
  })
  const orders = new Map(released.map(order => [order.id, order]))
  return payments.flatMap(payment => {
    const order = orders.get(payment.orderId)
    if (!order?.releasedAt) return []
    const { feeCents, giveBackCents, releasedAt, listing } = order
    return [{ ...payment, feeCents, giveBackCents: giveBackCents ?? 0, releasedAt, sellerId: listing.sellerId }]
  })
}
