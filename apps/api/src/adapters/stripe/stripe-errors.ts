import { DomainError } from '@second-ring/contracts/errors'
import Stripe from 'stripe'
import { providerUnavailable } from './stripe-answers.ts'

/** How many keys more are tried one after the other; in the next period they are others. */
const KEYS_MAX = 5
const KEYS_PERIOD_MS = 10 * 60_000

/**
 * Errors that say how things are, and so are answers: not there; an account that there is no access to; succeeded or
 * cancelled already; refunded; disputed.
 */
const answers = [
  'resource_missing',
  'account_invalid',
  'payment_intent_unexpected_state',
  'charge_already_refunded',
  'charge_disputed',
] as const

export function codeOf(error: unknown): (typeof answers)[number] | undefined {
  const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors
  if (!(error instanceof StripeInvalidRequestError || error instanceof StripePermissionError)) return undefined
  return answers.find(code => code === error.code)
}

/** What the provider says of something that it will not do; null for an outage. */
export function rejectionOf(error: unknown): string | null {
  if (codeOf(error) === 'account_invalid') return 'account_invalid'
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null
  return error.rawType === 'invalid_request_error' ? (error.code ?? error.rawType) : null
}

const IN_WORK = 'This is being done already, perhaps in another tab. Try again in a moment.'

/** Whether another call under the same key is not answered yet: the provider is there, and does what was asked. */
function isInWork(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use'
}

/**
 * @throws DomainError TOO_MANY_REQUESTS while another call does the same
 * @throws DomainError PROVIDER_UNAVAILABLE for all but the other errors that {@link codeOf} knows
 */
export async function reaching<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (codeOf(error)) throw error
    if (isInWork(error)) throw new DomainError('TOO_MANY_REQUESTS', IN_WORK, { cause: error, retryAfterS: 1 })
    throw providerUnavailable(error)
  }
}

/**
 * @returns what the call returns, or why the provider does not do it
 * @throws DomainError TOO_MANY_REQUESTS, PROVIDER_UNAVAILABLE
 */
export async function orRejected<T>(call: () => Promise<T>): Promise<T | { rejected: string }> {
  try {
    return await call()
  } catch (error) {
    const rejected = rejectionOf(error)
    if (rejected !== null) return { rejected }
    return reaching(() => Promise.reject(error))
  }
}

/** @returns null when there is no such thing, or the provider gives no access to its account */
export async function orNull<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await reaching(call)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'resource_missing' || code === 'account_invalid') return null
    throw error
  }
}

interface Keyed<T> {
  key: string
  now: Date
  /** Looks for what may have been made under a key whose stored answer is a failure. */
  find?: () => Promise<T | undefined>
}

/**
 * Makes something under a key, so that it is made once. The provider answers a key for a day with what it answered first,
 * a failure or rejection too: then the next key is taken, a few in each ten minutes.
 */
export async function pastKeptFailures<T>(
  create: (key: string) => Promise<T>,
  { key, now, find }: Keyed<T>,
): Promise<T> {
  const period = Math.floor(now.getTime() / KEYS_PERIOD_MS)
  for (let again = 0; ; again += 1) {
    try {
      return await create(again === 0 ? key : `${key}:${period}:${again}`)
    } catch (error) {
      if (!isReplayed(error) || again === KEYS_MAX) throw error
      const found = await find?.()
      if (found !== undefined) return found
    }
  }
}

/** Whether the provider answered what it had stored under the key. */
export function isReplayed(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'
}
