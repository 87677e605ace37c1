/**
 * Every way in which a verb may refuse, in the domain's words. Closed: each transport maps all of them in one
 * exhaustive record, so a new code does not compile until it is mapped everywhere. The UI branches on these.
 */
export const errorCodes = [
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'ACCOUNT_MISSING',
  'ALREADY_BOOKED',
  'OWN_LISTING',
  'ALREADY_ADVERTISED',
  'LISTING_NOT_AVAILABLE',
  'PRICE_MISMATCH',
  'ORDER_NOT_PAYABLE',
  'ORDER_NOT_OPEN',
  'WRONG_CODE',
  'PAYMENT_NOT_SUCCEEDED',
  'PAYMENT_MISMATCH',
  'PAYMENT_REFUNDED',
  'TOO_MANY_REQUESTS',
  'PROVIDER_UNAVAILABLE',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** After how many seconds a call is worth another try that an outside service's outage has refused. */
export const OUTAGE_RETRY_S = 30

/** A refusal by a rule. Its message is written for the person who reads it; it is safe to show. */
export class DomainError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DomainError'
    this.code = code
  }
}
