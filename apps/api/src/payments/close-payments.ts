import type { Platform } from '../platform/platform.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Ends the open payments of an order that has ended, so that nobody is charged for it; a charge that was quicker is
 * given back. What the provider then says is what counts.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function closePayments(platform: Platform, { orderId }: { orderId: string }): Promise<void> {
  const { database, cardPayments } = platform
  const open = await database.payment.findMany({
    where: { orderId, state: 'PENDING', order: { state: { in: ['CANCELLED', 'EXPIRED'] } } },
    select: { intentId: true },
  })
  for (const { intentId } of open) {
    await cardPayments.cancelIntent(intentId)
    await settlePayment(platform, { intentId })
  }
}
