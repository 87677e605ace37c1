import { ApiError, invalidRequest } from './api-error.ts'

/** An error's status and body as they go out. `more` are members that depend on who asks. */
export function answerError(
  error: ApiError,
  requestId: string,
  more: Record<string, unknown> = {},
): { status: number; body: string } {
  const details = { ...error.body, ...more, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` }
  return { status: error.status, body: JSON.stringify({ error: details }, null, 2) }
}

/** Any error as the API answers it; an unexpected one is logged, and answered as the provider's own fault. */
export function toApiError(error: unknown, report: (error: unknown) => void): ApiError {
  if (error instanceof ApiError) return error
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 415) {
    return invalidRequest(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
    )
  }
  if (status >= 400 && status < 500 && error instanceof Error) return invalidRequest(error.message, { status })
  report(error)
  return new ApiError(500, { type: 'api_error', message: 'Sorry! There was an error while talking to the sandbox.' })
}
