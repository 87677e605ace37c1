import { isPaid } from '@second-ring/contracts/orders/order'
import type { Prisma, Transaction } from '@second-ring/database'
import { aboutPayment, readPaymentPosition } from './payment-position.ts'
import { postTransaction } from './post-transaction.ts'
import { charged, feeTaken, orderPaid, partOwed, refundOwed, released } from './postings.ts'

/** A payment was charged: its money is there, for an order that is to be paid by it. */
export async function postCharge(tx: Transaction, paymentId: string): Promise<void> {
  const { orderId, amountCents, asset } = await readPaymentPosition(tx, paymentId)
  const amounts = charged(amountCents, asset)
  await postTransaction(tx, { act: 'CHARGED', key: `charge:${paymentId}`, amounts, paymentId, orderId })
}

interface Fee {
  paymentId: string
  /** What the provider took it for: the payment, or one of the provider's balance transactions. */
  of: string
  cents: number
}

/** The provider took a fee; once for each thing that it takes one for. */
export async function postFee(tx: Transaction, { paymentId, of, cents }: Fee): Promise<void> {
  await postTransaction(tx, { act: 'PROVIDER_FEE', key: `fee:${of}`, amounts: feeTaken(cents), paymentId })
}

/** An order was paid by its charge: the money is held for it. */
export async function postOrderPaid(tx: Transaction, orderId: string): Promise<void> {
  for (const paymentId of await chargedPaymentsOf(tx, orderId)) {
    const { position } = await readPaymentPosition(tx, paymentId)
    const amounts = orderPaid(position)
    await postTransaction(tx, { act: 'ORDER_PAID', key: `paid:${paymentId}`, amounts, paymentId, orderId })
  }
}

/**
 * The deal of an order is done: what is held for it is its seller's, but for the market's fee.
 * @returns what the seller gets and what the market keeps of it, in cents; nothing when all of it had gone back
 */
export async function postOrderReleased(
  tx: Transaction,
  orderId: string,
): Promise<{ sellerCents: number; feeCents: number }> {
  let [sellerCents, heldCents] = [0, 0]
  for (const paymentId of await chargedPaymentsOf(tx, orderId)) {
    const payment = await readPaymentPosition(tx, paymentId)
    const amounts = released(payment)
    const about = aboutPayment(payment)
    await postTransaction(tx, { act: 'ORDER_RELEASED', key: `released:${paymentId}`, amounts, ...about })
    sellerCents -= amounts.SELLER_BALANCE ?? 0
    heldCents += amounts.HELD ?? 0
  }
  return { sellerCents, feeCents: heldCents - sellerCents }
}

/** A part of an order's money goes back to its buyer. The rest is released by {@link postOrderReleased}, afterwards. */
export async function postPartOwed(tx: Transaction, paymentId: string, cents: number): Promise<void> {
  const payment = await readPaymentPosition(tx, paymentId)
  const amounts = partOwed(payment, cents)
  await postTransaction(tx, { act: 'REFUND_OWED', key: `owed:${paymentId}`, amounts, ...aboutPayment(payment) })
}

/** An order ended that was charged: what is left of its money is the buyer's. */
export async function postOrderRefunded(tx: Transaction, orderId: string): Promise<void> {
  for (const paymentId of await chargedPaymentsOf(tx, orderId)) await postRefundOwed(tx, paymentId)
}

/**
 * Some of a payment goes back. Unless its order goes on or is done, what is left of it is the buyer's: a charge of which some went back
 * pays no order any more.
 */
export async function postRefundOwed(tx: Transaction, paymentId: string): Promise<void> {
  const { orderId, orderState, position } = await readPaymentPosition(tx, paymentId)
  if (orderState !== null && isPaid(orderState)) return
  const amounts = refundOwed(position)
  await postTransaction(tx, { act: 'REFUND_OWED', key: `owed:${paymentId}`, amounts, paymentId, orderId })
}

async function chargedPaymentsOf(tx: Transaction, orderId: string): Promise<string[]> {
  const isCharged = { OR: [{ state: 'SUCCEEDED' }, { state: 'REFUNDED' }] } satisfies Prisma.PaymentWhereInput
  const select = { id: true } as const
  const rows = await tx.payment.findMany({ where: { orderId, ...isCharged }, select, orderBy: { id: 'asc' } })
  return rows.map(({ id }) => id)
}
