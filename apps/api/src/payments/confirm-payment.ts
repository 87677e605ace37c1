import { DomainError } from '@second-ring/contracts/errors'
import type { ConfirmPaymentInput } from '@second-ring/contracts/payments/payment'
import { type Actor, authorize } from '../accounts/actor.ts'
import type { Platform } from '../platform/platform.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * The browser's word that the provider has taken the payment of the actor's order; the provider is asked.
 * @throws DomainError NOT_FOUND, PAYMENT_MISMATCH (another order's), PAYMENT_NOT_SUCCEEDED, PAYMENT_REFUNDED,
 * TOO_MANY_REQUESTS
 */
export async function confirmPayment(
  platform: Platform,
  actor: Actor,
  { orderId, transactionId }: ConfirmPaymentInput,
): Promise<{ paymentId: string; transactionId: string }> {
  authorize(actor, 'order.pay')
  await platform.rateLimits.countAccount('pay', actor.id)
  const payment = await platform.database.payment.findFirst({
    where: { intentId: transactionId, order: { buyerId: actor.id } },
    select: { orderId: true },
  })
  if (!payment) throw unknownPayment()
  if (payment.orderId !== orderId) {
    throw new DomainError('PAYMENT_MISMATCH', 'This payment does not belong to this order.')
  }
  const settlement = await settlePayment(platform, { intentId: transactionId })
  if (!settlement) throw unknownPayment()
  if (settlement.outcome === 'refunded') {
    throw new DomainError(
      'PAYMENT_REFUNDED',
      'This order could not be paid any more, so your money is on its way back to your card.',
    )
  }
  if (settlement.outcome !== 'paid') {
    throw new DomainError('PAYMENT_NOT_SUCCEEDED', 'The payment has not succeeded.')
  }
  return { paymentId: settlement.paymentId, transactionId }
}

function unknownPayment(): DomainError {
  return new DomainError('NOT_FOUND', 'You have no such payment.')
}
