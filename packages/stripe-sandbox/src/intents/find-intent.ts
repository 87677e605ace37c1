import type { Context } from '../context.ts'
import type { IntentRecord } from '../state/records.ts'
import { missing } from '../wire/api-error.ts'

/** @throws ApiError 404 when there is no such intent */
export function findIntent({ tx }: Context, id: string): IntentRecord {
  const intent = tx.get('intents', id)
  if (!intent) throw missing('payment_intent', id)
  return intent
}
