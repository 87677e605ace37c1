import { query, run } from '@second-ring/database'
import { disputesOfPayment, holdsMoney } from '#orders/open-dispute.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { applyIntent } from './apply-intent.ts'
import { balancePayment } from './balance-payment.ts'
import { lockPayment } from './lock-payment.ts'
import { notifyRefundFailed } from './notify-of-refunds.ts'
import { UNKNOWN_PAYMENT } from './owed.ts'
import { transitionRefund } from './refund-transitions.ts'

interface DueRefund {
  id: string
  intentId: string
  amountCents: number
}

/**
 * Sends the refund of a payment that is requested and due to the provider, once however often it is called: it
 * reads the provider's refunds first. One that a bank disputes waits until the dispute is over; one that the provider does not
 * make has failed.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function sendRefund(platform: Platform, { paymentId }: { paymentId: string }): Promise<void> {
  const { database, cardPayments } = platform
  const requested = await findDue(platform, paymentId)
  if (!requested) return
  const intent = await cardPayments.retrieveIntent(requested.intentId)
  if (!intent) return fail(platform, { paymentId, refundId: requested.id, reason: UNKNOWN_PAYMENT })
  await runTransaction(database, tx => applyIntent(tx, platform, { intent, paymentId }))
  const due = await findDue(platform, paymentId)
  if (!due) return
  const refund = await cardPayments.createRefund({ ...due, refundId: due.id })
  if (!('rejected' in refund)) {
    const refunds = [...intent.refunds.filter(({ id }) => id !== refund.id), refund]
    await runTransaction(database, tx => applyIntent(tx, platform, { intent: { ...intent, refunds }, paymentId }))
    return
  }
  // It may have been refunded or disputed since it was read.
  const now = await cardPayments.retrieveIntent(due.intentId)
  if (now) await runTransaction(database, tx => applyIntent(tx, platform, { intent: now, paymentId }))
  await fail(platform, { paymentId, refundId: due.id, reason: refund.rejected })
}

/** The refund of a payment that may be sent now. */
async function findDue({ database }: Platform, paymentId: string): Promise<DueRefund | undefined> {
  const sendable = query
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .where('r.payment_id', '=', paymentId)
    .where('r.state', '=', 'REQUESTED')
    .where('r.due_at', '<=', now)
    .where('p.state', '=', 'SUCCEEDED')
    .where(({ exists, not }) => not(exists(disputesOfPayment(holdsMoney))))
    .select(['r.id', 'p.intent_id as intentId', 'r.amount_cents as amountCents'])
  const [due] = await run(database, sendable)
  return due
}

interface Failure {
  paymentId: string
  refundId: string
  reason: string
}

async function fail(platform: Platform, { paymentId, refundId, reason: failureReason }: Failure): Promise<void> {
  await runTransaction(platform.database, async tx => {
    const payment = await lockPayment(tx, paymentId)
    const refund = payment?.refunds.find(({ id }) => id === refundId)
    if (!payment || refund?.state !== 'REQUESTED') return
    if ((await tx.dispute.count({ where: { paymentId, ...holdsMoney } })) > 0) return
    await transitionRefund(tx, { id: refundId, from: 'REQUESTED', to: 'FAILED', failureReason })
    await notifyRefundFailed(tx, payment, { amountCents: refund.amountCents, failureReason })
    await balancePayment(tx, platform, paymentId)
  })
}
