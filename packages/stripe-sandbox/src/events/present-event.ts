import type { Stripe } from 'stripe'
import { API_VERSION } from '../api-version.ts'
import type { EventRecord } from '../state/records.ts'
import type { Reader } from '../state/store.ts'

/** The event as the API and the webhook show it. Its `data.object` is the object as it was then. */
export function presentEvent(event: EventRecord, reader: Reader): Stripe.EventBase {
  return {
    id: event.id,
    object: 'event',
    ...(event.accountId !== null && { account: event.accountId }),
    api_version: API_VERSION,
    created: event.created,
    data: {
      object: event.object,
      ...(event.previousAttributes && { previous_attributes: event.previousAttributes }),
    },
    livemode: false,
    pending_webhooks: reader.get('deliveries', event.id)?.state === 'pending' ? 1 : 0,
    request: { id: event.requestId, idempotency_key: event.idempotencyKey },
    type: event.type,
  }
}
