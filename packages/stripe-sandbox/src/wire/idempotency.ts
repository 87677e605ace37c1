import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { IdempotencyRecord } from '../state/records.ts'
import type { Store } from '../state/store.ts'
import { ApiError, invalidRequest } from './api-error.ts'
import type { KeyKind } from './authenticate.ts'
import type { Form, FormValue } from './form-body.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
const MAX_LENGTH = 255

/** Whether the answer of this key may still be replayed. */
export function isKept(record: IdempotencyRecord, nowMs: number): boolean {
  return nowMs - record.atMs < KEPT_MS
}

export type IdempotentRequest = {
  keyKind: KeyKind
  /** The connected account that the request acts for. */
  accountId: string | null
  key: string
  endpoint: string
  form: Form
}

/** The turn of the first request with a key: it is over when `leave` is called. */
export type Turn = { answered(status: number, body: string, requestId: string): IdempotencyRecord; leave(): void }

export type IdempotencyGuard = {
  /**
   * The answer to repeat, or the turn to carry the request out.
   * @throws ApiError 400 when the key was used for another endpoint or other parameters, or is too long;
   * 409 while the first request with it still runs
   */
  enter(request: IdempotentRequest): { earlier: IdempotencyRecord } | { turn: Turn }
}

/** Stripe's rules for idempotency keys (its published API reference): first answer stored for 24 hours, errors included. */
export function idempotencyGuard(store: Store, clock: Clock, salt: string): IdempotencyGuard {
  const running = new Set<string>()
  return {
    enter({ keyKind, accountId, key, endpoint, form }) {
      if (key.length > MAX_LENGTH) throw invalidRequest(`Idempotency keys can have at most ${MAX_LENGTH} characters.`)
      const id = accountId === null ? `${keyKind}:${key}` : `${keyKind}:${accountId}:${key}`
      if (running.has(id)) throw keyInUse(key)
      forgetExpired(store, clock.now())
      const parameters = digest(form, salt)
      const earlier = store.get('idempotency', id)
      if (earlier && isKept(earlier, clock.now())) {
        if (earlier.endpoint !== endpoint) throw otherEndpoint(key, endpoint, earlier.endpoint)
        if (earlier.parameters !== parameters) throw otherParameters(key)
        return { earlier }
      }
      running.add(id)
      return {
        turn: {
          answered: (status, body, requestId) => ({
            id,
            atMs: clock.now(),
            endpoint,
            parameters,
            requestId,
            status,
            body,
          }),
          leave: () => void running.delete(id),
        },
      }
    },
  }
}

function forgetExpired(store: Store, nowMs: number): void {
  for (;;) {
    const oldest = store.oldest('idempotency')
    if (!oldest || isKept(oldest, nowMs)) return
    store.forget('idempotency', oldest.id)
  }
}

/** Keyed, because parameters may hold what must not be written down. */
function digest(form: Form, salt: string): string {
  return createHmac('sha256', salt)
    .update(JSON.stringify(sorted(form)))
    .digest('base64url')
}

function sorted(value: FormValue): unknown {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.keys(value)
    .sort()
    .map(name => [name, sorted(value[name] ?? '')])
}

function keyInUse(key: string): ApiError {
  return new ApiError(
    409,
    {
      type: 'invalid_request_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    },
    'validation',
  )
}

function otherParameters(key: string): ApiError {
  return new ApiError(
    400,
    {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    },
    'validation',
  )
}

function otherEndpoint(key: string, endpoint: string, first: string): ApiError {
  return new ApiError(
    400,
    {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${first}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    },
    'validation',
  )
}
