import type { Context } from '../context.ts'
import type { AuthenticationRecord, PaymentFailure } from '../state/records.ts'
import { missing, notAllowed } from '../wire/api-error.ts'
import { type Attempt, chargeIntent, failPayment } from './charge-intent.ts'
import { findIntent } from './find-intent.ts'

/** @throws ApiError 404 when there is no such challenge */
export function findAuthentication({ tx }: Context, id: string): AuthenticationRecord {
  const authentication = tx.get('authentications', id)
  if (!authentication) throw missing('authentication', id)
  return authentication
}

/**
 * The card's holder answered the challenge: passed, the card is charged; failed, the intent waits for another card.
 * @throws ApiError 400 when the challenge is over
 */
export function completeAuthentication(context: Context, id: string, outcome: 'succeeded' | 'failed'): Attempt {
  const authentication = findAuthentication(context, id)
  if (authentication.state !== 'pending') throw notAllowed('This authentication is over.')
  context.tx.put('authentications', { ...authentication, state: outcome })
  const intent = findIntent(context, authentication.intentId)
  const method = context.tx.get('paymentMethods', authentication.paymentMethodId)
  if (outcome === 'failed' || !method || method.consumed) {
    return failPayment(context, intent, notAuthenticated(authentication.paymentMethodId))
  }
  return chargeIntent(context, intent, { method, authenticated: true })
}

function notAuthenticated(paymentMethodId: string): PaymentFailure {
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
