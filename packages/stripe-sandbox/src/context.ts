import type { Clock } from './clock.ts'
import type { Store, Transaction } from './state/store.ts'

/** Something that will change by itself at its `settlement`. */
export type Settling = { name: 'refunds' | 'disputes' | 'payouts'; id: string }

/** What a use case works with: the transaction of its request, the time, and the request that events name. */
export type Context = {
  tx: Transaction
  /** Unix seconds. */
  now: number
  settings: Settings
  requestId: string | null
  idempotencyKey: string | null
  /** The connected account that the request acts for (`Stripe-Account`); null for the platform. */
  accountId: string | null
  /** Which webhook endpoints there are, and the ids of the events that this request is to tell. */
  endpoints: Endpoints
  toTell: string[]
  /** What to settle later, once this is committed. */
  toSettle: Settling[]
}

/** Whether there is an endpoint for the platform's own events, and one for those of connected accounts. */
export type Endpoints = { platform: boolean; connect: boolean }

/** What the sandbox was started with and its changes depend on. */
export type Settings = {
  /** The origin under which browsers reach it. */
  origin: string
  /** How long a payout is on its way. */
  payoutArrivesAfterMs: number
  /** How long the money of a charge is pending. */
  fundsAvailableAfterMs: number
}

/** Where changes are made and what hears of them. */
export type ChangeHost = {
  store: Store
  clock: Clock
  endpoints: Endpoints
  settings: () => Settings
  /** Called after changes were written, with the ids of the events to tell. */
  tell: (eventIds: readonly string[]) => void
  /** Called after changes were written, with what will change by itself. */
  settle: (settling: readonly Settling[]) => void
}

const NO_REQUEST = { requestId: null, idempotencyKey: null, accountId: null }

/** The context of a change that this request asks for, or none. */
export function beginContext(
  host: ChangeHost,
  request: Pick<Context, 'requestId' | 'idempotencyKey' | 'accountId'> = NO_REQUEST,
): Context {
  return {
    tx: host.store.begin(),
    now: Math.floor(host.clock.now() / 1000),
    ...request,
    settings: host.settings(),
    endpoints: host.endpoints,
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
