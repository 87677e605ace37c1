import { query, run } from '@second-ring/database'
import type { Platform } from '#platform/platform.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Ends the open payments of an order that has ended or is paid, so that nobody is charged for it (again); a charge that
 * came first is refunded. The provider's answer decides.
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
  const open = query
    .selectFrom('orders as o')
    .innerJoin('payments as p', join =>
      join.onRef('p.buyer_id', '=', 'o.buyer_id').onRef('p.amount_cents', '=', 'o.price_cents'),
    )
    .where('o.id', '=', orderId)
    .where('p.order_id', 'is', null)
    .where('p.state', '=', 'PENDING')
    .where(({ exists, not, selectFrom }) => {
      const other = selectFrom('orders as other').where('other.state', '=', 'PLACED')
      const alike = other.whereRef('other.buyer_id', '=', 'o.buyer_id')
      return not(exists(alike.whereRef('other.price_cents', '=', 'o.price_cents')))
    })
    .select('p.intent_id as intentId')
  return run(database, open)
}
