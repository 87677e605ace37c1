import type { Context } from '../context.ts'
import type { AuthenticationRecord } from '../state/records.ts'
import { missing, notAllowed } from '../wire/api-error.ts'
import { type Attempt, chargeIntent, failPayment } from './charge-intent.ts'
import { findIntent } from './find-intent.ts'
import { notAuthenticated } from './not-authenticated.ts'

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
