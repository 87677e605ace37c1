import { expect, test } from 'vitest'
import { testCards } from '../../test-cards.ts'
import { brandRule } from './brand.ts'
import { digitsOf, formatNumber, maxDigits, numberState, passesLuhn } from './card-number.ts'

test.each(testCards)('$number is a whole number of $brand', ({ number, brand }) => {
  expect(brandRule(number).brand).toBe(brand)
  expect(numberState(number)).toBe('complete')
  expect(digitsOf(formatNumber(number))).toBe(number)
})

test.each([
  ['', 'unknown'],
  ['4', 'visa'],
  ['34', 'amex'],
  ['37', 'amex'],
  ['51', 'mastercard'],
  ['55', 'mastercard'],
  ['50', 'unknown'],
  ['56', 'unknown'],
  ['2220', 'unknown'],
  ['2221', 'mastercard'],
  ['2720', 'mastercard'],
  ['2721', 'unknown'],
  ['6011', 'discover'],
  ['644', 'discover'],
  ['643', 'unknown'],
  ['65', 'discover'],
  ['300', 'diners'],
  ['306', 'unknown'],
  ['36', 'diners'],
  ['3527', 'unknown'],
  ['3528', 'jcb'],
  ['3589', 'jcb'],
  ['62', 'unionpay'],
  ['9', 'unknown'],
])('%s… is of %s', (digits, brand) => {
  expect(brandRule(digits).brand).toBe(brand)
})

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['36227206271667', '3622 720627 1667'],
  ['6212345678901234567', '6212 3456 7890 1234 567'],
  ['42424', '4242 4'],
  ['4242', '4242'],
  ['', ''],
])('%s is written %s', (digits, text) => {
  expect(formatNumber(digits)).toBe(text)
})

test.each([
  ['', 'empty'],
  ['4', 'incomplete'],
  ['424242424242424', 'incomplete'],
  ['4242424242424242', 'complete'],
  ['4242424242424241', 'invalid'],
  ['37828224631000', 'incomplete'],
  ['378282246310006', 'invalid'],
  ['6200000000000005', 'complete'],
  ['6200000000000006', 'incomplete'],
  ['6200000000000000001', 'invalid'],
])('%s is %s', (digits, state) => {
  expect(numberState(digits)).toBe(state)
})

test('the check digit tells every single wrong digit', () => {
  const number = '4242424242424242'
  expect(passesLuhn(number)).toBe(true)
  expect(passesLuhn('')).toBe(false)
  for (const [place, right] of [...number].entries()) {
    for (const digit of '0123456789') {
      const changed = number.slice(0, place) + digit + number.slice(place + 1)
      expect(passesLuhn(changed)).toBe(digit === right)
    }
  }
})

test('a field takes as many digits as its brand has', () => {
  expect([maxDigits('4'), maxDigits('34'), maxDigits('36'), maxDigits('62'), maxDigits('')]).toEqual([
    16, 15, 14, 19, 16,
  ])
})
