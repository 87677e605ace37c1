import { isPaid } from '@second-ring/contracts/orders/order'
import type { PaymentState, Transaction } from '@second-ring/database'
import { lockUsers } from '#accounts/lock-users.ts'
import type { PaymentIntent } from '#platform/card-payments.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { applyIntent, isUntouched } from './apply-intent.ts'
import { bindPayment } from './bind-payment.ts'
import { findPayment, type UnmatchedCause } from './find-payment.ts'
import { listPayableOrders } from './list-payable-orders.ts'
import { marketIdOf } from './market-id.ts'
import { payOrder } from './pay-order.ts'
import { recordUnmatchedCharge } from './record-unmatched-charge.ts'
import { NO_ORDER_LEFT, refundUnassignedCharge } from './refund-unassigned-charge.ts'
import { sendRefund } from './send-refund.ts'

export interface Settlement {
  paymentId: string
  /** The order that it pays; null while its buyer has not said which. */
  orderId: string | null
  /**
   * `paid`: the order is; `charged`: its buyer has not said which order it pays; `refunded`: the order could not be paid
   * any more; `closed`: the intent ended without a charge.
   */
  outcome: 'paid' | 'charged' | 'refunded' | 'open' | 'closed'
}

/**
 * Updates an order from the provider's intent. The browser, the webhook and the reconciler call it in any order and number,
 * with one effect. It fetches the intent afresh; nothing that a client or an event says counts. A charge whose order cannot
 * be paid any more is refunded; one that fits no payment is recorded as unmatched.
 * @returns null when the intent is not one of ours, or fits no payment
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function settlePayment(
  platform: Platform,
  { intentId }: { intentId: string },
): Promise<Settlement | null> {
  const { database, cardPayments } = platform
  const marketId = await marketIdOf(database)
  const intent = await cardPayments.retrieveIntent(intentId)
  if (!intent) return null
  const settleOnce = async (tx: Transaction) => {
    const found = await findPayment(tx, { intent, marketId })
    if (found === null) return null
    if ('unmatched' in found) return recordIfCharged(tx, platform, { intent, cause: found.unmatched })
    await applyToPayment(tx, platform, { intent, paymentId: found.id })
    return tx.payment.findUniqueOrThrow({
      where: { id: found.id },
      select: {
        id: true,
        state: true,
        orderId: true,
        order: { select: { state: true } },
        refunds: { select: { id: true } },
      },
    })
  }
  // Another payment of the order may be recorded in that moment: then it begins again.
  const settled = await runTransaction(database, settleOnce)
  if (settled === 'unmatched' && intent.status === 'open') await cardPayments.cancelIntent(intent.id)
  if (settled === null || settled === 'unmatched') return null
  const { id: paymentId, state, order, refunds } = settled
  const payment = { paymentId, orderId: settled.orderId }
  if (state === 'SUCCEEDED' && order === null && refunds.length === 0) return { ...payment, outcome: 'charged' }
  if (state === 'SUCCEEDED' && order && isPaid(order.state)) return { ...payment, outcome: 'paid' }
  // Sent at once; its job repeats it when the provider does not answer.
  if (state === 'SUCCEEDED') await sendRefund(platform, { paymentId }).catch(() => undefined)
  if (state === 'SUCCEEDED' || state === 'REFUNDED') return { ...payment, outcome: 'refunded' }
  return { ...payment, outcome: state === 'PENDING' ? 'open' : 'closed' }
}

interface Application {
  intent: PaymentIntent
  paymentId: string
}

async function applyToPayment(tx: Transaction, platform: Platform, { intent, paymentId }: Application): Promise<void> {
  const payment = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    select: { id: true, orderId: true, namedOrderId: true, buyerId: true, amountCents: true },
  })
  const { orderId, namedOrderId: named } = payment
  await lockParties(tx, payment)
  let hasOrder = orderId !== null
  let notItsOrder: string | null = null
  if (named !== null && named !== orderId && intent.status === 'succeeded') {
    // What a bank disputes, or of which some went back, pays nothing.
    const state = isUntouched(intent) ? await bindPayment(tx, { paymentId, orderId: named }) : null
    // A charge that came before its order pays it now, before what it owes is computed.
    if (state === 'SUCCEEDED') await payOrder(tx, platform, { orderId: named, mayReclaim: true })
    hasOrder = state !== null
    if (state === null) {
      // Another intent of the order may be open yet: then it is bound later. The order that its price found it is not paid.
      notItsOrder = await whyNotItsOrder(tx, payment, named)
      await unbind(tx, paymentId)
    }
  }
  await applyIntent(tx, platform, { intent, paymentId })
  if (intent.status !== 'succeeded') return
  // One without an order stays while its buyer may still name one.
  const fits = hasOrder || (await listPayableOrders(tx, payment)).length > 0
  const reason = notItsOrder ?? (fits ? null : NO_ORDER_LEFT)
  if (reason !== null) await refundUnassignedCharge(tx, platform, { paymentId, reason })
}

interface PaymentRow {
  id: string
  orderId: string | null
  namedOrderId: string | null
  buyerId: string
  amountCents: number
}

/** Why the order that its buyer named for a charge, one of theirs at its price, cannot be paid by it any more. */
async function whyNotItsOrder(
  tx: Transaction,
  { id, buyerId, amountCents }: PaymentRow,
  named: string,
): Promise<string | null> {
  const charged = ['SUCCEEDED', 'REFUNDED'] satisfies PaymentState[]
  const order = await tx.order.findFirst({
    where: { id: named, buyerId, priceCents: amountCents },
    select: { state: true, payments: { where: { id: { not: id }, state: { in: charged } }, select: { id: true } } },
  })
  if (!order) return null
  if (order.payments.length > 0) return 'The order that it was made for is paid already'
  return order.state === 'PLACED' || order.state === 'EXPIRED' ? null : 'The order that it was made for has ended'
}

/** Unbinds the order from a payment that was bound by its price alone. */
async function unbind(tx: Transaction, paymentId: string): Promise<void> {
  await tx.payment.updateMany({
    where: { id: paymentId, foundByPrice: true, state: 'PENDING' },
    data: { orderId: null, foundByPrice: false },
  })
}

/**
 * Locks the users of a payment's order and of the order named for it, before orders and payments, as a removal does: all in
 * one statement, so that nothing else is locked while it waits.
 */
async function lockParties(tx: Transaction, { orderId, namedOrderId }: PaymentRow): Promise<void> {
  const orders = await tx.order.findMany({
    where: { id: { in: [orderId, namedOrderId].filter(id => id !== null) } },
    select: { buyerId: true, listing: { select: { sellerId: true } } },
  })
  const userIds = orders.flatMap(({ buyerId, listing }) => [buyerId, listing.sellerId])
  if (userIds.length > 0) await lockUsers(tx, userIds)
}

async function recordIfCharged(
  tx: Transaction,
  platform: Platform,
  { intent, cause }: { intent: PaymentIntent; cause: UnmatchedCause },
): Promise<'unmatched'> {
  if (intent.status === 'succeeded') await recordUnmatchedCharge(tx, platform, { intent, cause })
  return 'unmatched'
}
