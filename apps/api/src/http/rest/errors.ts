import { DomainError, type ErrorCode } from '@second-ring/contracts/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { asOutage } from '#platform/database-outage.ts'
import { retryAfterOf } from '#platform/retry-after.ts'

/** The one mapping of the domain's errors to HTTP. */
const statuses: Record<ErrorCode, number> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  SESSION_ENDED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  ACCOUNT_MISSING: 403,
  FACTOR_REQUIRED: 403,
  FACTOR_REJECTED: 409,
  SECOND_ADMIN_REQUIRED: 409,
  ACCOUNT_UNPROVEN: 403,
  SIGN_IN_AGAIN: 403,
  ACCOUNT_SUSPENDED: 403,
  ALREADY_BOOKED: 409,
  OWN_LISTING: 409,
  ALREADY_ADVERTISED: 409,
  LISTING_NOT_AVAILABLE: 409,
  PRICE_MISMATCH: 409,
  REBOOKED_TOO_SOON: 409,
  ORDER_NOT_PAYABLE: 409,
  ORDER_NOT_OPEN: 409,
  WRONG_CODE: 409,
  PAYMENT_NOT_SUCCEEDED: 409,
  PAYMENT_MISMATCH: 409,
  PAYMENT_REFUNDED: 409,
  LIMIT_REACHED: 409,
  TOO_MANY_REQUESTS: 429,
  PROVIDER_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
}

/** The HTTP status of a domain error. */
export function statusOf({ code }: DomainError): number {
  return statuses[code]
}

/** What the server rejects before a use case is asked. Old clients show each message to their user as it is. */
export const transportErrors: Record<number, { message: string; code: string }> = {
  400: { message: 'This could not be read. Check what you entered and try again.', code: 'INVALID_INPUT' },
  404: { message: 'There is nothing at this address.', code: 'NOT_FOUND' },
  405: { message: 'This is not possible here.', code: 'METHOD_NOT_ALLOWED' },
  408: { message: 'This took too long to arrive. Check your connection and try again.', code: 'REQUEST_TIMEOUT' },
  413: { message: 'This is too large. Send less, or a smaller picture.', code: 'PAYLOAD_TOO_LARGE' },
  415: { message: 'This page sent something that cannot be read here. Load it again.', code: 'UNSUPPORTED_MEDIA_TYPE' },
  431: {
    message: 'Your browser sent too much at once. Clear this site’s cookies and try again.',
    code: 'HEADERS_TOO_LARGE',
  },
}

/** What is wrong with a URL, by the framework's code. */
const urlErrors: Record<string, string> = {
  FST_ERR_BAD_URL: 'This address cannot be read.',
  FST_ERR_MAX_PARAM_LENGTH: 'This address is too long.',
}

/** Answers an address or a method that the server does not have. */
export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send(transportErrors[404])
}

/** Answers an error outside tRPC as `{ message, code }`; the text of an unexpected one stays here, in the log. */
export function answerError(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asOutage(thrown) ?? thrown
  if (error instanceof DomainError) {
    if (error.code === 'PROVIDER_UNAVAILABLE' || error.code === 'UNAVAILABLE') {
      request.log.warn({ err: error.cause }, 'an outside service did not answer')
    }
    const wait = retryAfterOf(error)
    if (wait !== null) reply.header('retry-after', wait)
    return reply.code(statuses[error.code]).send({ message: error.message, code: error.code })
  }
  const address = urlErrors[error.code]
  if (address) return reply.code(400).send({ message: address, code: 'INVALID_INPUT' })
  const status = error.statusCode ?? 500
  if (status < 500) return reply.code(status).send(transportErrors[status] ?? transportErrors[400])
  request.log.error({ err: error }, 'unexpected error')
  return reply.code(500).send({
    message: 'Something went wrong on our side. Try again in a minute.',
    code: 'INTERNAL_ERROR',
  })
}
