import { tokenCard } from '../cards/read-card.ts'
import { cardOfTestMethod } from '../cards/test-tokens.ts'
import type { Context } from '../context.ts'
import type { PaymentMethodRecord } from '../state/records.ts'
import { missing, notAllowed } from '../wire/api-error.ts'
import { noBillingDetails } from './billing-details.ts'
import { createPaymentMethod } from './create-payment-method.ts'

/**
 * The payment method that a payment names and may use; a test name such as `pm_card_visa` makes a new one.
 * @throws ApiError 400 when there is none, or when it has paid already
 */
export function findUsablePaymentMethod(context: Context, id: string): PaymentMethodRecord {
  const testCard = cardOfTestMethod(id)
  if (testCard) {
    const card = tokenCard(testCard, context.now)
    return createPaymentMethod(context, { card, billingDetails: noBillingDetails, metadata: {} })
  }
  const method = context.tx.get('paymentMethods', id)
  if (!method) throw missing('PaymentMethod', id, 'payment_method')
  if (method.consumed) {
    throw notAllowed(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    )
  }
  return method
}
