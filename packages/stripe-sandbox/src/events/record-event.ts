import type { Context } from '../context.ts'
import { newId } from '../state/new-id.ts'
import type { EventType } from '../state/records.ts'

/** Records that something happened, with the object as it now is; it learns to the webhook endpoint after the commit. */
export function recordEvent(
  context: Context,
  type: EventType,
  happened: { object: object; previousAttributes?: object },
): void {
  const id = newId('evt')
  context.tx.put('events', {
    id,
    created: context.now,
    type,
    object: happened.object,
    previousAttributes: happened.previousAttributes ?? null,
    requestId: context.requestId,
    idempotencyKey: context.idempotencyKey,
  })
  if (context.tellsWebhook) {
    context.toTell.push(id)
    context.tx.put('deliveries', { id, state: 'pending', attempts: 0, nextAttemptMs: context.now * 1000 })
  }
}
