import { expect, test } from 'vitest'
import { deleteFromExpiry, expiryDigits, expiryState, formatExpiry } from './expiry.ts'

test.each([
  ['1', '1'],
  ['12', '12 / '],
  ['123', '12 / 3'],
  ['1234', '12 / 34'],
  ['12345', '12 / 34'],
  ['5', '05 / '],
  ['13', '01 / 3'],
  ['12/34', '12 / 34'],
  ['1/34', '01 / 34'],
  ['12/2034', '12 / 34'],
  ['4 / 2034', '04 / 34'],
  ['12-34', '12 / 34'],
  ['abc', ''],
  ['', ''],
])('%s is read as %s', (typed, shown) => {
  expect(formatExpiry(expiryDigits(typed))).toBe(shown)
})

test('deleting from the end gets past the slash', () => {
  expect(deleteFromExpiry('12 / 3', '12 / 34')).toBe('12 / 3')
  expect(deleteFromExpiry('12 / ', '12 / 3')).toBe('12 / ')
  expect(deleteFromExpiry('12 /', '12 / ')).toBe('1')
  expect(deleteFromExpiry('', '1')).toBe('')
})

test.each([
  ['', 'empty'],
  ['1', 'incomplete'],
  ['123', 'incomplete'],
  ['00', 'invalid_month'],
  ['0034', 'invalid_month'],
  ['1126', 'complete'],
  ['1026', 'month_past'],
  ['1225', 'year_past'],
  ['1200', 'year_past'],
  ['0127', 'complete'],
  ['1276', 'complete'],
  ['1277', 'year_invalid'],
])('in November 2026 %s is %s', (digits, state) => {
  expect(expiryState(digits, new Date(2026, 10, 30))).toBe(state)
})
