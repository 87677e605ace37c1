import { type Parameters, type Prisma, prepare, query, type Transaction } from '@second-ring/database'
import { lockUsers } from '#accounts/lock-users.ts'
import { lockOrderRow } from '#orders/lock-order.ts'
import { TransactionConflict } from '#platform/run-transaction.ts'

const accountSelect = {
  id: true,
  intentId: true,
  amountCents: true,
  state: true,
  buyerId: true,
  order: {
    select: {
      id: true,
      state: true,
      listingId: true,
      buyerId: true,
      productName: true,
      listing: { select: { sellerId: true } },
    },
  },
  refunds: { orderBy: { id: 'asc' } },
  disputes: { orderBy: { id: 'asc' } },
} as const satisfies Prisma.PaymentSelect

/** A payment with all that its money depends on. */
export type PaymentAccount = Prisma.PaymentGetPayload<{ select: typeof accountSelect }>

/**
 * Locks a payment, its order and its users until the transaction's end, in the order of every use case: users, order,
 * payment. So changes of a payment's money are serialized. Call it in `runTransaction`.
 * @returns null when there is no such payment
 * @throws TransactionConflict when it was bound to an order meanwhile, which would be locked after it
 */
export async function lockPayment(tx: Transaction, paymentId: string): Promise<PaymentAccount | null> {
  const before = await tx.payment.findUnique({
    where: { id: paymentId },
    select: { orderId: true, buyerId: true, order: { select: { listing: { select: { sellerId: true } } } } },
  })
  if (!before) return null
  const sellerId = before.order?.listing.sellerId
  await lockUsers(tx, [before.buyerId, ...(sellerId === undefined ? [] : [sellerId])])
  if (before.orderId !== null) await lockOrderRow(tx, before.orderId)
  await lockPaymentRow(tx, paymentId)
  const payment = await readPayment(tx, paymentId)
  if (payment.order?.id !== (before.orderId ?? undefined)) throw new TransactionConflict('The payment was bound')
  return payment
}

const lockRow = prepare((parameter: Parameters<{ paymentId: string }>) =>
  query.selectFrom('payments').where('id', '=', parameter('paymentId')).select('id').forNoKeyUpdate(),
)

/** Locks a payment's row alone until the transaction's end. */
export async function lockPaymentRow(tx: Transaction, paymentId: string): Promise<void> {
  await lockRow(tx, { paymentId })
}

/** Reads a payment under its lock. */
export function readPayment(tx: Transaction, paymentId: string): Promise<PaymentAccount> {
  return tx.payment.findUniqueOrThrow({ where: { id: paymentId }, select: accountSelect })
}

/** Whether all of a payment has gone back, is on its way at the provider, or was taken back by the bank. What was paid back outside has gone back. */
export function isFullyReturned({ amountCents, refunds, disputes }: PaymentAccount): boolean {
  const gone = [
    ...refunds.filter(({ state }) => state !== 'REQUESTED' && state !== 'FAILED'),
    ...disputes.filter(({ state }) => state === 'LOST'),
  ]
  return gone.reduce((sum, row) => sum + row.amountCents, 0) >= amountCents
}
