import type { PaymentFailure } from '../state/records.ts'

/** Why a payment fails whose cardholder did not prove to be one. */
export function notAuthenticated(paymentMethodId: string): PaymentFailure {
  return {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    declineCode: null,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    chargeId: null,
    paymentMethodId,
  }
}
