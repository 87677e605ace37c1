import type { Context } from '../context.ts'
import { newId } from '../state/new-id.ts'
import type { PaymentMethodRecord } from '../state/records.ts'

/** Keeps a card that was recognised as a payment method. */
export function createPaymentMethod(
  { tx, now }: Context,
  given: Pick<PaymentMethodRecord, 'card' | 'billingDetails' | 'metadata'>,
): PaymentMethodRecord {
  const method: PaymentMethodRecord = { id: newId('pm'), created: now, consumed: false, ...given }
  tx.put('paymentMethods', method)
  return method
}
