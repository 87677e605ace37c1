import { type PaymentState, query, run, type Transaction } from '@second-ring/database'
import { lockOrderRow } from '#orders/lock-order.ts'
import { isOpenToOrders, isUntouchedPayment } from './unassigned-charge.ts'

interface Binding {
  paymentId: string
  orderId: string
}

/**
 * Binds a payment to an order: one that has none yet, or one whose order was found by its price alone and that has
 * not been charged. The order is the payment's buyer's, costs its amount, and no other payment of it is under way or was
 * charged; nothing of the payment went back, and no bank disputes it.
 * Call it with the order's users locked.
 * @returns the payment's state under the lock, which another process may have moved since the caller read it; null when
 * it cannot be bound, or is bound to another order for good
 */
export async function bindPayment(tx: Transaction, { paymentId, orderId }: Binding): Promise<PaymentState | null> {
  // Two payments of one order come one after the other.
  await lockOrderRow(tx, orderId)
  const binding = query
    .updateTable('payments as p')
    .from('orders as o')
    .set(({ ref }) => ({ order_id: ref('o.id'), found_by_price: false }))
    .where('p.id', '=', paymentId)
    .where('o.id', '=', orderId)
    .where(isOpenToOrders)
    .whereRef('o.buyer_id', '=', 'p.buyer_id')
    .whereRef('o.price_cents', '=', 'p.amount_cents')
    .where('o.state', 'in', ['PLACED', 'EXPIRED'])
    .where(isUntouchedPayment)
    .where(({ exists, not, selectFrom }) => {
      const other = selectFrom('payments as other').whereRef('other.order_id', '=', 'o.id')
      const live = other.where('other.state', 'in', ['PENDING', 'SUCCEEDED', 'REFUNDED'])
      return not(exists(live.whereRef('other.id', '<>', 'p.id')))
    })
    .returning('p.state')
  const [bound] = await run(tx, binding)
  return bound?.state ?? null
}
