import { DomainError, type ErrorCode } from '@second-ring/contracts/errors'

/** Errors by a rule of the business; bad input, a wrong role or an outage are not. */
const ruleCodes: ErrorCode[] = [
  'ALREADY_BOOKED',
  'OWN_LISTING',
  'ALREADY_ADVERTISED',
  'LISTING_NOT_AVAILABLE',
  'PRICE_MISMATCH',
]

type Answer = { acknowledged: true; insertedId: string } | { acknowledged: false; message: string }

/** Answers a write as the specification's clients expect: an error by a rule is an answer, not an error. */
export async function acknowledge(write: Promise<string>): Promise<Answer> {
  try {
    return { acknowledged: true, insertedId: await write }
  } catch (error) {
    if (error instanceof DomainError && ruleCodes.includes(error.code)) {
      return { acknowledged: false, message: error.message }
    }
    throw error
  }
}
