import type { Stripe } from 'stripe'

export type ApiErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** The provider's error object. Optional members are absent, not null. */
export type ApiErrorBody = {
  type: ApiErrorType
  code?: string
  decline_code?: string
  message: string
  param?: string
  doc_url?: string
  charge?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
  request_log_url?: string
}

/** Errors of a malformed request are not stored for its idempotency key; those of a request that was carried out are. */
export type ApiErrorStage = 'validation' | 'execution'

/** An error as the API answers it. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ApiErrorBody
  readonly stage: ApiErrorStage

  constructor(status: number, body: ApiErrorBody, stage: ApiErrorStage = 'execution') {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body.code === undefined ? body : { ...body, doc_url: docUrl(body.code) }
    this.stage = stage
  }
}

function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}

type Details = { code?: string; param?: string; status?: number }

/** A request that says something it may not: 400, found before anything is done. */
export function invalidRequest(message: string, { status = 400, ...rest }: Details = {}): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', message, ...rest }, 'validation')
}

/** A well-formed request that the objects' state does not allow: 400. */
export function notAllowed(
  message: string,
  rest: { code?: string; param?: string; payment_intent?: Stripe.PaymentIntent } = {},
): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...rest })
}

/** No such object: 404 when the address names it, 400 when a parameter does. */
export function missing(kind: string, id: string, param?: string): ApiError {
  return new ApiError(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param ?? 'id',
  })
}

/** A connected account that there is not, or no longer is: 403, as for one of another platform. */
export function noAccess(accountId: string): ApiError {
  return new ApiError(
    403,
    {
      type: 'invalid_request_error',
      code: 'account_invalid',
      message: `The provided key does not have access to account '${accountId}' (or that account does not exist). Application access may have been revoked.`,
    },
    'validation',
  )
}
