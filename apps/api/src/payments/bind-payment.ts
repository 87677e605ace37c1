import type { PaymentState, Transaction } from '@second-ring/database'
import { isUntouchedPayment } from './unassigned-charge.ts'

interface Binding {
  paymentId: string
  orderId: string
}

/**
 * Says which order a payment pays: one that has none yet, or one whose order was found by its price alone and that has
 * not been charged. The order is the payment's buyer's, costs its amount, and no other payment of it is under way or was
 * charged; nothing of the payment went back, and no bank disputes it.
 * To be called with the order's people held.
 * @returns the payment's state under the lock, which another process may have moved since the caller read it; null when
 * it cannot be bound, or is bound to another order for good
 */
export async function bindPayment(tx: Transaction, { paymentId, orderId }: Binding): Promise<PaymentState | null> {
  // Two payments of one order come one after the other.
  await tx.$queryRaw`SELECT FROM orders WHERE id = ${orderId}::uuid FOR NO KEY UPDATE`
  const [bound] = await tx.$queryRaw<{ state: PaymentState }[]>`
    UPDATE payments p SET order_id = o.id, found_by_price = false FROM orders o
    WHERE p.id = ${paymentId}::uuid AND o.id = ${orderId}::uuid
      AND (p.order_id IS NULL OR (p.found_by_price AND p.state = 'PENDING'))
      AND o.buyer_id = p.buyer_id AND o.price_cents = p.amount_cents AND o.state IN ('PLACED', 'EXPIRED')
      AND ${isUntouchedPayment}
      AND NOT EXISTS (
        SELECT FROM payments other
        WHERE other.order_id = o.id AND other.id <> p.id AND other.state IN ('PENDING', 'SUCCEEDED', 'REFUNDED')
      )
    RETURNING p.state`
  return bound?.state ?? null
}
