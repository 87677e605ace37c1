import { BANK_GAVE_BACK, SUPERSEDED } from '@second-ring/contracts/payments/refund'
import { query, run, type Transaction } from '@second-ring/database'
import { notifyUser } from '#notifications/notify-user.ts'
import { refundOrderRow } from '#orders/refund-order-row.ts'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { isFullyReturned, lockPayment, type PaymentAccount, readPayment } from './lock-payment.ts'
import { notifyFitsNoOrder } from './notify-of-refunds.ts'
import { AT_PROVIDER, overpromisedCents, RETRY_AFTER, readFailures } from './owed.ts'
import { transitionPayment } from './payment-transitions.ts'
import { transitionRefund } from './refund-transitions.ts'
import { requestRefundOf } from './request-refund.ts'

/**
 * Makes a locked payment, its order and its phone agree with its refunds and disputes: the payment is REFUNDED while all
 * of it has gone back, an order whose money is gone ends, and exactly what is owed is promised.
 */
export async function balancePayment(tx: Transaction, platform: Platform, paymentId: string): Promise<void> {
  const payment = await readPayment(tx, paymentId)
  await moveWithRefunds(tx, payment)
  const state = payment.order?.state
  const goesOn = state === 'PAID' || state === 'CLAIMED' || state === 'RETURNING'
  if (goesOn && isFullyReturned(payment)) await endOrder(tx, payment, state)
  await takeBackPromise(tx, payment)
  await promiseWhatIsOwed(tx, platform, payment)
}

/** The same in a transaction of its own, for a payment that nothing has moved. */
export async function balanceAlone(platform: Platform, paymentId: string): Promise<void> {
  await runTransaction(platform.database, async tx => {
    if (await lockPayment(tx, paymentId)) await balancePayment(tx, platform, paymentId)
  })
}

async function moveWithRefunds(tx: Transaction, { id, amountCents, state, order, refunds }: PaymentAccount) {
  const cents = refunds.filter(row => row.state === 'SUCCEEDED').reduce((sum, row) => sum + row.amountCents, 0)
  const subject = { type: 'payment', id } as const
  if (cents >= amountCents && state === 'SUCCEEDED') {
    await transitionPayment(tx, { id, from: 'SUCCEEDED', to: 'REFUNDED' })
    const ended = order?.state === 'REFUNDED' ? 'The order was refunded' : 'The order could not be paid any more'
    const isOurs = refunds.every(row => row.providerId === null || row.reason !== AT_PROVIDER)
    await recordAction(tx, { actorId: null, action: 'payment.refund', subject, reason: isOurs ? ended : AT_PROVIDER })
  } else if (cents < amountCents && state === 'REFUNDED') {
    await transitionPayment(tx, { id, from: 'REFUNDED', to: 'SUCCEEDED' })
    const reason = 'A refund failed after it had succeeded'
    await recordAction(tx, { actorId: null, action: 'payment.refund-undone', subject, reason })
  }
}

async function endOrder(
  tx: Transaction,
  { order, disputes }: PaymentAccount,
  from: 'PAID' | 'CLAIMED' | 'RETURNING',
): Promise<void> {
  if (!order) return
  const isLost = disputes.some(dispute => dispute.state === 'LOST')
  const reason = isLost ? 'The buyer’s bank took the money back' : AT_PROVIDER
  const ending = isLost ? 'DISPUTE_LOST' : 'REFUNDED_AT_PROVIDER'
  // Nobody knows where the phone is, so it is not for sale again.
  if (!(await refundOrderRow(tx, order, { relist: false, actorId: null, reason, ending, from }))) return
  // Of a dispute both sides have been notified.
  if (isLost) return
  const about = `The payment for ${order.productName} was given back`
  await notifyUser(tx, {
    userId: order.buyerId,
    kind: 'refunded',
    message: `${about} to your card.`,
    orderId: order.id,
  })
  const message = `${about} to the buyer. Post the phone again if you still have it.`
  await notifyUser(tx, { userId: order.listing.sellerId, kind: 'refunded', message, listingId: order.listingId })
}

/** Cancels a promise that is larger than what is left; what is left is promised again. */
async function takeBackPromise(tx: Transaction, { id, disputes, refunds }: PaymentAccount): Promise<void> {
  const promise = refunds.find(row => row.state === 'REQUESTED')
  if (!promise) return
  const overpromised = query
    .selectFrom('payments as p')
    .leftJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.id', '=', id)
    .where(overpromisedCents, '>', 0)
  if ((await run(tx, overpromised.select('p.id'))).length === 0) return
  const failureReason = disputes.some(dispute => dispute.state === 'LOST') ? BANK_GAVE_BACK : SUPERSEDED
  await transitionRefund(tx, { id: promise.id, from: 'REQUESTED', to: 'FAILED', failureReason })
}

async function promiseWhatIsOwed(tx: Transaction, platform: Platform, payment: PaymentAccount): Promise<void> {
  const { id: paymentId, refunds, order } = payment
  const failures = await readFailures(tx, paymentId)
  if (failures.waits) return
  const ofOrder = order?.state === 'REFUNDED' ? 'The order was refunded' : 'The order could not be paid any more'
  const reason = refunds.findLast(refund => refund.reason !== AT_PROVIDER)?.reason ?? ofOrder
  const wait = RETRY_AFTER[failures.count - 1]
  const promised = await requestRefundOf(tx, platform, { paymentId, reason, requestedById: null, wait })
  const isFirst = refunds.every(refund => refund.reason === AT_PROVIDER)
  if (order === null && promised !== null && isFirst) await notifyFitsNoOrder(tx, payment.buyerId)
}
