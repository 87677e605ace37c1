import { ApiError } from './api-error.ts'

/** What a call is about to be, for whoever disturbs it. */
export type Call = { method: string; path: string }

/**
 * A fault of the provider, to be thrown by what disturbs a call. 500 is answered to the same idempotency key again, as
 * every answer of a call that began; 429, too many requests, came before it began.
 */
export function providerFault(status: 429 | 500): ApiError {
  return status === 500
    ? new ApiError(500, { type: 'api_error', message: 'An unknown error occurred' })
    : new ApiError(
        429,
        { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' },
        'validation',
      )
}
