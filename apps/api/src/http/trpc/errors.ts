import { DomainError, type ErrorCode } from '@second-ring/contracts/errors'
import { TRPCError } from '@trpc/server'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'
import type { FastifyBaseLogger } from 'fastify'
import { $ZodError } from 'zod/v4/core'
import { asOutage } from '#platform/database-outage.ts'
import { retryAfterOf } from '#platform/retry-after.ts'

/** The one mapping of the domain's errors to tRPC. */
const trpcCodes: Record<ErrorCode, TRPC_ERROR_CODE_KEY> = {
  INVALID_INPUT: 'BAD_REQUEST',
  UNAUTHENTICATED: 'UNAUTHORIZED',
  SESSION_ENDED: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
  ACCOUNT_MISSING: 'FORBIDDEN',
  FACTOR_REQUIRED: 'FORBIDDEN',
  FACTOR_REJECTED: 'CONFLICT',
  SECOND_ADMIN_REQUIRED: 'CONFLICT',
  ACCOUNT_UNPROVEN: 'FORBIDDEN',
  SIGN_IN_AGAIN: 'FORBIDDEN',
  ACCOUNT_SUSPENDED: 'FORBIDDEN',
  ALREADY_BOOKED: 'CONFLICT',
  OWN_LISTING: 'CONFLICT',
  ALREADY_ADVERTISED: 'CONFLICT',
  LISTING_NOT_AVAILABLE: 'CONFLICT',
  PRICE_MISMATCH: 'CONFLICT',
  REBOOKED_TOO_SOON: 'CONFLICT',
  ORDER_NOT_PAYABLE: 'CONFLICT',
  ORDER_NOT_OPEN: 'CONFLICT',
  WRONG_CODE: 'CONFLICT',
  PAYMENT_NOT_SUCCEEDED: 'CONFLICT',
  PAYMENT_MISMATCH: 'CONFLICT',
  PAYMENT_REFUNDED: 'CONFLICT',
  LIMIT_REACHED: 'CONFLICT',
  TOO_MANY_REQUESTS: 'TOO_MANY_REQUESTS',
  PROVIDER_UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
}

/** The error of a use case, or of a database that is away, as tRPC's error; anything else as it came. */
export function toTrpcError(error: TRPCError): TRPCError {
  const expected = asOutage(error.cause) ?? error.cause
  if (!(expected instanceof DomainError)) return error
  return new TRPCError({ code: trpcCodes[expected.code], message: expected.message, cause: expected })
}

/** The domain's code of an error, or tRPC's. */
export function codeOf({ cause, code }: TRPCError): string {
  return cause instanceof DomainError ? cause.code : code
}

export interface InputIssue {
  path: string
  message: string
}

/** What a client learns of an error: never the text of one that nobody expected. */
export function describeError(error: TRPCError): {
  message: string
  domainCode: ErrorCode | null
  issues: InputIssue[] | null
  priceCents: number | null
} {
  const { cause } = error
  if (cause instanceof DomainError)
    return {
      message: cause.message,
      domainCode: cause.code,
      issues: null,
      priceCents: cause.priceCents,
    }
  if (error.code === 'BAD_REQUEST' && cause instanceof $ZodError) {
    const issues = cause.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    return {
      message: issues[0]?.message ?? 'This input is not valid.',
      domainCode: 'INVALID_INPUT',
      issues,
      priceCents: null,
    }
  }
  if (isUnexpected(error)) {
    return {
      message: 'Something went wrong on our side. Try again in a minute.',
      domainCode: null,
      issues: null,
      priceCents: null,
    }
  }
  return { message: error.message, domainCode: null, issues: null, priceCents: null }
}

/** The headers of an answer with these errors: after how long the call that waits longest may be tried again. */
export function headersOf(errors: TRPCError[]): Record<string, string> {
  const waits = errors.flatMap(({ cause }) => (cause instanceof DomainError ? (retryAfterOf(cause) ?? []) : []))
  return waits.length > 0 ? { 'retry-after': `${Math.max(...waits)}` } : {}
}

/** Writes down what was not to be expected, and that an outside service did not answer. */
export function reportError({ error, path, log }: { error: TRPCError; path: string | undefined; log: Log }): void {
  if (isUnexpected(error)) log.error({ err: error.cause ?? error, path }, 'unexpected error')
  else if (error.code === 'SERVICE_UNAVAILABLE') {
    log.warn({ err: error.cause?.cause, path }, 'an outside service did not answer')
  }
}

type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>

function isUnexpected(error: TRPCError): boolean {
  return error.code === 'INTERNAL_SERVER_ERROR'
}
