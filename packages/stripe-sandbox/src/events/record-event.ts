import type { Context } from '../context.ts'
import { newId } from '../state/new-id.ts'
import type { EventType } from '../state/records.ts'

/**
 * Records that something happened, with the object as it now is; its webhook endpoint is told after the commit.
 * `accountId` names the connected account it happened on.
 */
export function recordEvent(
  context: Context,
  type: EventType,
  happened: { object: object; previousAttributes?: object; accountId?: string | null },
): void {
  const id = newId('evt')
  const { accountId = null } = happened
  context.tx.put('events', {
    id,
    created: context.now,
    accountId,
    type,
    object: happened.object,
    previousAttributes: happened.previousAttributes ?? null,
    requestId: context.requestId,
    idempotencyKey: context.idempotencyKey,
  })
  if (accountId === null ? context.endpoints.platform : context.endpoints.connect) {
    context.toTell.push(id)
    context.tx.put('deliveries', { id, state: 'pending', attempts: 0, nextAttemptMs: context.now * 1000 })
  }
}
