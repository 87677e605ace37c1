import { expect, test } from 'vitest'
import { fieldError } from './field-errors.ts'
import { postalCodeState } from './postal-code.ts'
import { cvcState, maxCvcLength } from './security-code.ts'

const typing = { isLeft: false, isSubmitted: false }
const left = { isLeft: true, isSubmitted: false }
const submitted = { isLeft: false, isSubmitted: true }

test('what is wrong is said at once, what is unfinished only afterwards, what is empty on submitting', () => {
  expect(fieldError('number', 'invalid', typing)).toEqual({
    type: 'validation_error',
    code: 'invalid_number',
    message: 'Your card number is invalid.',
  })
  expect(fieldError('number', 'incomplete', typing)).toBeUndefined()
  expect(fieldError('number', 'incomplete', left)?.message).toBe('Your card number is incomplete.')
  expect(fieldError('number', 'empty', left)).toBeUndefined()
  expect(fieldError('number', 'empty', submitted)?.code).toBe('incomplete_number')
  expect(fieldError('number', 'complete', submitted)).toBeUndefined()
})

test.each([
  ['expiry', 'incomplete', 'incomplete_expiry', "Your card's expiration date is incomplete."],
  ['expiry', 'month_past', 'invalid_expiry_month_past', "Your card's expiration date is in the past."],
  ['expiry', 'year_past', 'invalid_expiry_year_past', "Your card's expiration year is in the past."],
  ['expiry', 'year_invalid', 'invalid_expiry_year', "Your card's expiration year is invalid."],
  ['cvc', 'incomplete', 'incomplete_cvc', "Your card's security code is incomplete."],
  ['postalCode', 'incomplete', 'incomplete_zip', 'Your postal code is incomplete.'],
] as const)('%s that is %s: %s', (field, state, code, message) => {
  expect(fieldError(field, state, left)).toEqual({ type: 'validation_error', code, message })
})

test('a security code has three digits, four on American Express', () => {
  expect([cvcState('', '4'), cvcState('12', '4'), cvcState('123', '4')]).toEqual(['empty', 'incomplete', 'complete'])
  expect([cvcState('123', '37'), cvcState('1234', '37')]).toEqual(['incomplete', 'complete'])
  expect([maxCvcLength('4'), maxCvcLength('37'), maxCvcLength('')]).toEqual([3, 4, 4])
})

test('a postal code is five digits, or another country’s', () => {
  const states = ['', ' ', '9411', '94110', '94110-1234', 'K1', 'K1A 0B1', 'SW1A 1AA'].map(postalCodeState)
  expect(states).toEqual(['empty', 'empty', 'incomplete', 'complete', 'complete', 'incomplete', 'complete', 'complete'])
})
