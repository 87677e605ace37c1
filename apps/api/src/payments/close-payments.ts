import type { Platform } from '#platform/platform.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Ends the open payments of an order that has ended or is paid, so that nobody is charged for it (again); a charge that
 * was quicker is given back. What the provider then says is what counts.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function closePayments(platform: Platform, { orderId }: { orderId: string }): Promise<void> {
  const { database, cardPayments } = platform
  const open = await database.payment.findMany({
    where: { orderId, state: 'PENDING', order: { state: { in: ['CANCELLED', 'EXPIRED'] } } },
    select: { intentId: true },
  })
  for (const { intentId } of [...open, ...(await withoutOrder(platform, orderId))]) {
    await cardPayments.cancelIntent(intentId)
    await settlePayment(platform, { intentId })
  }
}

/** The open payment that its buyer could have used for this order, when no other unpaid order costs the same. */
function withoutOrder({ database }: Platform, orderId: string): Promise<{ intentId: string }[]> {
  return database.$queryRaw`
    SELECT p.intent_id AS "intentId" FROM orders o
    JOIN payments p ON p.buyer_id = o.buyer_id AND p.amount_cents = o.price_cents
    WHERE o.id = ${orderId}::uuid AND p.order_id IS NULL AND p.state = 'PENDING' AND NOT EXISTS (
      SELECT FROM orders other WHERE other.buyer_id = o.buyer_id AND other.price_cents = o.price_cents
        AND other.state = 'PLACED')`
}
