import type { Platform } from '#platform/platform.ts'
import { settlePayment } from './settle-payment.ts'

interface OpenPayments {
  orderId: string
  /** The intent that may go on. */
  except: string
}

/**
 * Ends the other payments of an order that are still open, so that one payment alone can charge for it. The provider's
 * answer decides what became of each.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function closeOpenPayments(platform: Platform, { orderId, except }: OpenPayments): Promise<void> {
  const open = await platform.database.payment.findMany({
    where: { orderId, state: 'PENDING', intentId: { not: except } },
    select: { intentId: true },
  })
  for (const { intentId } of open) {
    await platform.cardPayments.cancelIntent(intentId)
    await settlePayment(platform, { intentId })
  }
}
