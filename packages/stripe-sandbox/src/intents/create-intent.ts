import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import { findUsablePaymentMethod } from '../payment-methods/find-payment-method.ts'
import { newId, randomText } from '../state/new-id.ts'
import type { IntentRecord } from '../state/records.ts'
import { presentIntent } from './present-intent.ts'
import type { IntentDetails } from './read-intent-params.ts'

export type NewIntent = IntentDetails &
  Pick<IntentRecord, 'amount' | 'currency' | 'captureMethod' | 'automaticPaymentMethods' | 'allowedTypes'> & {
    paymentMethod: string | undefined
  }

/** Makes an intent; it waits for a payment method, or for confirmation when it is given one. */
export function createIntent(context: Context, { paymentMethod, ...given }: NewIntent): IntentRecord {
  const method = paymentMethod === undefined ? null : findUsablePaymentMethod(context, paymentMethod)
  const id = newId('pi')
  const intent: IntentRecord = {
    id,
    created: context.now,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    clientSecret: `${id}_secret_${randomText(25)}`,
    paymentMethodId: method?.id ?? null,
    latestChargeId: null,
    authenticationId: null,
    lastFailure: null,
    canceledAt: null,
    cancellationReason: null,
    ...given,
  }
  context.tx.put('intents', intent)
  recordEvent(context, 'payment_intent.created', { object: presentIntent(intent, context.tx) })
  return intent
}
