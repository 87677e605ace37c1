import type { NumberState } from './card-number.ts'
import type { ExpiryState } from './expiry.ts'

export type FieldName = 'number' | 'expiry' | 'cvc' | 'postalCode'
export type FieldState = NumberState | ExpiryState

/** What the element says of its content, in Stripe's shape. */
export type ValidationError = { type: 'validation_error'; code: string; message: string }

const incomplete: Record<FieldName, ValidationError> = {
  number: error('incomplete_number', 'Your card number is incomplete.'),
  expiry: error('incomplete_expiry', "Your card's expiration date is incomplete."),
  cvc: error('incomplete_cvc', "Your card's security code is incomplete."),
  postalCode: error('incomplete_zip', 'Your postal code is incomplete.'),
}

const wrong: Partial<Record<FieldState, ValidationError>> = {
  invalid: error('invalid_number', 'Your card number is invalid.'),
  invalid_month: error('invalid_expiry_month', "Your card's expiration month is invalid."),
  month_past: error('invalid_expiry_month_past', "Your card's expiration date is in the past."),
  year_past: error('invalid_expiry_year_past', "Your card's expiration year is in the past."),
  year_invalid: error('invalid_expiry_year', "Your card's expiration year is invalid."),
}

/**
 * The error of a field in this state. What is wrong is said at once; what is only unfinished when `isLeft`, once the
 * person has gone on; an empty field when `isSubmitted`.
 */
export function fieldError(
  field: FieldName,
  state: FieldState,
  when: { isLeft: boolean; isSubmitted: boolean },
): ValidationError | undefined {
  if (state === 'complete') return undefined
  if (state === 'empty') return when.isSubmitted ? incomplete[field] : undefined
  if (state === 'incomplete') return when.isLeft || when.isSubmitted ? incomplete[field] : undefined
  return wrong[state]
}

function error(code: string, message: string): ValidationError {
  return { type: 'validation_error', code, message }
}
