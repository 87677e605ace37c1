import { recordAct } from '../platform/audit.ts'
import type { Platform } from '../platform/platform.ts'
import { applyDispute } from './apply-intent.ts'
import { movePayment } from './payment-life.ts'

/**
 * Gives back a charge whose order has ended or was refunded. Once done, done; a charge that its order has is left alone,
 * and so is one that the cardholder's bank disputes.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function refundPayment(platform: Platform, { paymentId }: { paymentId: string }): Promise<void> {
  const { database, cardPayments } = platform
  const payment = await database.payment.findFirst({
    where: {
      id: paymentId,
      state: 'SUCCEEDED',
      disputedAt: null,
      order: { state: { in: ['CANCELLED', 'EXPIRED', 'REFUNDED'] } },
    },
    select: { intentId: true, order: { select: { state: true } } },
  })
  if (!payment) return
  const outcome = await cardPayments.refundIntent(payment.intentId)
  if (outcome === 'disputed') {
    // The bank decides about the money: there is no more to do here.
    await database.$transaction(tx => applyDispute(tx, platform, paymentId))
    return
  }
  await database.$transaction(async tx => {
    if (!(await movePayment(tx, { id: paymentId, from: 'SUCCEEDED', to: 'REFUNDED' }))) return
    const wasRefunded = payment.order.state === 'REFUNDED'
    await recordAct(tx, {
      actorId: null,
      action: 'payment.refund',
      subject: { type: 'payment', id: paymentId },
      reason: wasRefunded ? 'The order was refunded' : 'The order could not be paid any more',
    })
  })
}
