import type { Context } from '../context.ts'
import { findUsablePaymentMethod } from '../payment-methods/find-payment-method.ts'
import type { IntentRecord } from '../state/records.ts'
import { notAllowed } from '../wire/api-error.ts'
import { supersedeAuthentication } from './confirm-intent.ts'
import { findIntent } from './find-intent.ts'
import { moveIntent } from './intent-states.ts'
import { presentIntent } from './present-intent.ts'
import type { IntentDetails } from './read-intent-params.ts'

export type IntentUpdate = IntentDetails & {
  allowedTypes: IntentRecord['allowedTypes']
  amount: number | undefined
  currency: string | undefined
  /** Null takes the payment method away, undefined keeps it. */
  paymentMethod: string | null | undefined
}

/**
 * Changes an intent. What it asks for, its currency and its payment method are fixed once it is over; another payment
 * method or amount has to be confirmed again.
 */
export function updateIntent(context: Context, id: string, update: IntentUpdate): IntentRecord {
  const { amount, currency, paymentMethod, ...details } = update
  const current = findIntent(context, id)
  const changesPayment = amount !== undefined || currency !== undefined || paymentMethod !== undefined
  let next: IntentRecord = { ...current, ...details }
  if (changesPayment) {
    if (current.status === 'succeeded' || current.status === 'canceled') throw isOver(context, current, update)
    supersedeAuthentication(context, current)
    const methodId =
      paymentMethod === undefined
        ? current.paymentMethodId
        : paymentMethod && findUsablePaymentMethod(context, paymentMethod).id
    next = moveIntent(next, {
      amount: amount ?? current.amount,
      currency: currency ?? current.currency,
      paymentMethodId: methodId,
      authenticationId: null,
      status: methodId ? 'requires_confirmation' : 'requires_payment_method',
    })
  }
  context.tx.put('intents', next)
  return next
}

function isOver({ tx }: Context, intent: IntentRecord, update: IntentUpdate): Error {
  const what = update.amount !== undefined ? 'amount' : update.currency !== undefined ? 'currency' : 'payment_method'
  return notAllowed(
    `This PaymentIntent's ${what} could not be updated because it has a status of ${intent.status}. You may only update the ${what} of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    { code: 'payment_intent_unexpected_state', param: what, payment_intent: presentIntent(intent, tx) },
  )
}
