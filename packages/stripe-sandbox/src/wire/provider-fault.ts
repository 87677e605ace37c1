import { ApiError } from './api-error.ts'

/** What a call is about to be, for whoever disturbs it. */
export type Call = { method: string; path: string }

/**
 * A fault of the provider, to be thrown by what disturbs a call. 500 is answered to the same idempotency key again, as
 * every answer of a call that began; 429, too many requests, and 503 came before it began.
 */
export function providerFault(status: 429 | 500 | 503): ApiError {
  switch (status) {
    case 500:
      return new ApiError(500, { type: 'api_error', message: 'An unknown error occurred' })
    case 503:
      return new ApiError(503, { type: 'api_error', message: 'The service is not available' }, 'validation')
    case 429:
      return new ApiError(
        429,
        { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' },
        'validation',
      )
  }
}
