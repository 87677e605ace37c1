import type { Clock } from './clock.ts'
import type { Store, Transaction } from './state/store.ts'

/** Something that will change by itself at its `settlement`. */
export type Settling = { name: 'refunds' | 'disputes'; id: string }

/** What a use case works with: the transaction of its request, the time, and the request that events name. */
export type Context = {
  tx: Transaction
  /** Unix seconds. */
  now: number
  requestId: string | null
  idempotencyKey: string | null
  /** Whether events learn to a webhook endpoint, and the ids of those that this request is to tell. */
  tellsWebhook: boolean
  toTell: string[]
  /** What to settle later, once this is committed. */
  toSettle: Settling[]
}

/** Where changes are made and what hears of them. */
export type ChangeHost = {
  store: Store
  clock: Clock
  tellsWebhook: boolean
  /** Called after changes were written, with the ids of the events to tell. */
  tell: (eventIds: readonly string[]) => void
  /** Called after changes were written, with what will change by itself. */
  settle: (settling: readonly Settling[]) => void
}

/** The context of a change that this request asks for, or none. */
export function beginContext(
  host: ChangeHost,
  request: Pick<Context, 'requestId' | 'idempotencyKey'> = { requestId: null, idempotencyKey: null },
): Context {
  return {
    tx: host.store.begin(),
    now: Math.floor(host.clock.now() / 1000),
    ...request,
    tellsWebhook: host.tellsWebhook,
    toTell: [],
    toSettle: [],
  }
}

/** Writes the changes, then sends their events. @throws when they cannot be written */
export function finishContext(host: ChangeHost, context: Context): void {
  context.tx.commit()
  host.tell(context.toTell)
  host.settle(context.toSettle)
}
