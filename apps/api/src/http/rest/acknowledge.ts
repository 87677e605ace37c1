import { DomainError, type ErrorCode } from '@second-ring/contracts/errors'

/** Which errors say that a rule of the market rejects the write. Bad input, a wrong role, a key of another call, too many calls and an outage do not. */
const isRule: Record<ErrorCode, boolean> = {
  INVALID_INPUT: false,
  UNAUTHENTICATED: false,
  SESSION_ENDED: false,
  FORBIDDEN: false,
  NOT_FOUND: false,
  CONFLICT: false,
  ACCOUNT_MISSING: false,
  FACTOR_REQUIRED: false,
  FACTOR_REJECTED: false,
  SECOND_ADMIN_REQUIRED: false,
  ACCOUNT_UNPROVEN: false,
  SIGN_IN_AGAIN: false,
  ACCOUNT_SUSPENDED: false,
  ALREADY_BOOKED: true,
  OWN_LISTING: true,
  ALREADY_ADVERTISED: true,
  LISTING_NOT_AVAILABLE: true,
  PRICE_MISMATCH: true,
  REBOOKED_TOO_SOON: true,
  ORDER_NOT_PAYABLE: true,
  ORDER_NOT_OPEN: true,
  WRONG_CODE: true,
  PAYMENT_NOT_SUCCEEDED: true,
  PAYMENT_MISMATCH: true,
  PAYMENT_REFUNDED: true,
  LIMIT_REACHED: true,
  TOO_MANY_REQUESTS: false,
  PROVIDER_UNAVAILABLE: false,
  UNAVAILABLE: false,
}

type Answer = { acknowledged: true; insertedId: string } | { acknowledged: false; message: string }

/** Answers a write as the specification's clients expect: an error by a rule is an answer, not an error. */
export async function acknowledge(write: Promise<string>): Promise<Answer> {
  try {
    return { acknowledged: true, insertedId: await write }
  } catch (error) {
    if (error instanceof DomainError && isRule[error.code]) return { acknowledged: false, message: error.message }
    throw error
  }
}
