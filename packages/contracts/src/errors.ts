/**
 * Every way in which a use case may refuse, in the domain's words. Closed: each transport maps all of them in one
 * exhaustive record, so a new code does not compile until it is mapped everywhere. The UI branches on these.
 */
export const errorCodes = [
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'SESSION_ENDED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'ACCOUNT_MISSING',
  'FACTOR_REQUIRED',
  'FACTOR_REJECTED',
  'SECOND_ADMIN_REQUIRED',
  'ACCOUNT_UNPROVEN',
  'SIGN_IN_AGAIN',
  'ACCOUNT_SUSPENDED',
  'ALREADY_BOOKED',
  'OWN_LISTING',
  'ALREADY_ADVERTISED',
  'LISTING_NOT_AVAILABLE',
  'PRICE_MISMATCH',
  'REBOOKED_TOO_SOON',
  'ORDER_NOT_PAYABLE',
  'ORDER_NOT_OPEN',
  'WRONG_CODE',
  'PAYMENT_NOT_SUCCEEDED',
  'PAYMENT_MISMATCH',
  'PAYMENT_REFUNDED',
  'LIMIT_REACHED',
  'TOO_MANY_REQUESTS',
  'PROVIDER_UNAVAILABLE',
  'UNAVAILABLE',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** An error by a rule. Its message is written for the person who reads it; it is safe to show. */
export class DomainError extends Error {
  readonly code: ErrorCode
  /** After how many seconds it makes sense to try again; null when waiting does not help, or nobody knows. */
  readonly retryAfterS: number | null
  /** The price that holds now, for PRICE_MISMATCH where it is known. */
  readonly priceCents: number | null

  constructor(
    code: ErrorCode,
    message: string,
    options?: ErrorOptions & { retryAfterS?: number; priceCents?: number },
  ) {
    super(message, options)
    this.name = 'DomainError'
    this.code = code
    this.retryAfterS = options?.retryAfterS ?? null
    this.priceCents = options?.priceCents ?? null
  }
}
