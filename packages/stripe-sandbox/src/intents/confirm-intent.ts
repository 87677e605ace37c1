import { type Authentication, behaviourOf } from '../cards/behaviours.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import { findUsablePaymentMethod } from '../payment-methods/find-payment-method.ts'
import { randomText } from '../state/new-id.ts'
import type { IntentRecord, PaymentMethodRecord } from '../state/records.ts'
import { type ApiError, notAllowed } from '../wire/api-error.ts'
import { type Attempt, chargeIntent, failPayment } from './charge-intent.ts'
import { findIntent } from './find-intent.ts'
import { moveIntent } from './intent-states.ts'
import { notAuthenticated } from './not-authenticated.ts'
import { presentIntent } from './present-intent.ts'

/**
 * Pays an intent with the payment method given, or the one it has: charged at once, or put to a challenge.
 * @throws ApiError 400 when the intent has no payment method, has succeeded or was canceled
 */
export function confirmIntent(
  context: Context,
  id: string,
  given: { paymentMethod: string | undefined } & Partial<IntentRecord>,
): Attempt {
  const { paymentMethod, ...changes } = given
  const intent: IntentRecord = { ...findIntent(context, id), ...changes }
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw alreadyOver(context, intent)
  const methodId = paymentMethod ?? intent.paymentMethodId
  if (!methodId) throw withoutPaymentMethod(context, intent)
  const method = findUsablePaymentMethod(context, methodId)
  supersedeAuthentication(context, intent)
  const { authentication } = behaviourOf(method.card)
  const isAskedFor = intent.requestThreeDSecure !== 'automatic'
  if (isAskedFor && authentication === 'optional_lookup_fails') {
    return failPayment(context, intent, notAuthenticated(method.id))
  }
  if (needsChallenge(intent, authentication)) return { intent: challenge(context, intent, method), failure: null }
  return chargeIntent(context, intent, { method, authenticated: authentication === 'frictionless' })
}

function needsChallenge({ requestThreeDSecure }: IntentRecord, authentication: Authentication): boolean {
  if (authentication === 'required') return true
  if (authentication === 'optional') return requestThreeDSecure !== 'automatic'
  return authentication === 'attempted' && requestThreeDSecure === 'challenge'
}

function challenge(context: Context, intent: IntentRecord, method: PaymentMethodRecord): IntentRecord {
  const authenticationId = `src_${randomText(32)}`
  const waiting = moveIntent(intent, {
    status: 'requires_action',
    paymentMethodId: method.id,
    authenticationId,
    lastFailure: null,
  })
  context.tx.put('intents', waiting)
  context.tx.put('authentications', {
    id: authenticationId,
    intentId: intent.id,
    paymentMethodId: method.id,
    state: 'pending',
  })
  recordEvent(context, 'payment_intent.requires_action', { object: presentIntent(waiting, context.tx) })
  return waiting
}

/** A challenge that is still open loses its effect when its intent is confirmed again, changed or canceled. */
export function supersedeAuthentication({ tx }: Context, intent: IntentRecord): void {
  const open = intent.authenticationId ? tx.get('authentications', intent.authenticationId) : undefined
  if (open?.state === 'pending') tx.put('authentications', { ...open, state: 'superseded' })
}

function alreadyOver({ tx }: Context, intent: IntentRecord): ApiError {
  const message =
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : 'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.'
  return notAllowed(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: presentIntent(intent, tx),
  })
}

function withoutPaymentMethod({ tx }: Context, intent: IntentRecord): ApiError {
  return notAllowed(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    { code: 'payment_intent_unexpected_state', payment_intent: presentIntent(intent, tx) },
  )
}
