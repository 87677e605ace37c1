import type { Context } from '../context.ts'
import type { ApiError } from './api-error.ts'
import type { KeyKind } from './authenticate.ts'
import type { ParamReader } from './param-reader.ts'

/** One call of an endpoint. */
export type Call = {
  context: Context
  params: ParamReader
  /** The `:id` of the address, and the `:item` below it; empty where the address has none. */
  id: string
  item: string
  keyKind: KeyKind
  /** It comes from a page of this sandbox's own origin, such as the card element. */
  fromOwnPage: boolean
}

/** An API object, or an error whose changes (such as a failed charge) are stored all the same. */
export type Reply = { object: object } | { refusal: ApiError }

/**
 * One method and address of the API. `run` is synchronous, so that what it reads cannot change before its changes are
 * written; whoever asks the card network says so and is asked to wait for it first.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Which keys may call it; `secret` unless said. `none` is for the sandbox's own frames. */
  keys?: 'secret' | 'any' | 'none'
  asksCardNetwork?: boolean
  /** It may be called for a connected account (`Stripe-Account`). */
  onAccount?: true
  run(call: Call): Reply
}
