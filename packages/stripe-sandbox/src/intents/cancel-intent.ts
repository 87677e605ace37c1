import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import type { IntentRecord } from '../state/records.ts'
import { notAllowed } from '../wire/api-error.ts'
import { supersedeAuthentication } from './confirm-intent.ts'
import { findIntent } from './find-intent.ts'
import { moveIntent } from './intent-states.ts'
import { presentIntent } from './present-intent.ts'

/**
 * Ends an intent that has not been paid.
 * @throws ApiError 400 when it has succeeded or was canceled before
 */
export function cancelIntent(context: Context, id: string, reason: string | null): IntentRecord {
  const intent = findIntent(context, id)
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw notAllowed(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      { code: 'payment_intent_unexpected_state', payment_intent: presentIntent(intent, context.tx) },
    )
  }
  supersedeAuthentication(context, intent)
  const canceled = moveIntent(intent, {
    status: 'canceled',
    canceledAt: context.now,
    cancellationReason: reason,
    authenticationId: null,
  })
  context.tx.put('intents', canceled)
  recordEvent(context, 'payment_intent.canceled', { object: presentIntent(canceled, context.tx) })
  return canceled
}
