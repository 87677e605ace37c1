import type { Transaction } from './state/store.ts'

/** What a verb works with: the transaction of its request, the time, and the request that events name. */
export type Context = {
  tx: Transaction
  /** Unix seconds. */
  now: number
  requestId: string | null
  idempotencyKey: string | null
  /** Whether events are told to a webhook endpoint, and the ids of those that this request is to tell. */
  tellsWebhook: boolean
  toTell: string[]
}
