import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCents, formatExactCents, parseDollars } from './money.ts'

describe('parseDollars', () => {
  it.each([
    ['249.99', 24_999],
    ['249.9', 24_990],
    ['249', 24_900],
    [' 5 ', 500],
    ['0.5', 50],
    ['0', 0],
    ['9999999.99', 999_999_999],
  ])('reads %j as %d cents', (text, cents) => {
    expect(parseDollars(text)).toBe(cents)
  })

  it.each(['', ' ', '-1', '+1', '1e3', '1e999', '0x10', '1,000', '10.005', '.5', '5.', 'NaN', '१२', '12345678', '1 0'])(
    'refuses %j',
    text => {
      expect(parseDollars(text)).toBeNull()
    },
  )

  it('is exact for every amount of cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), cents => {
        expect(parseDollars((cents / 100).toFixed(2))).toBe(cents)
      }),
    )
  })
})

describe('formatCents', () => {
  it('shows cents only where there are some', () => {
    expect(formatCents(19_999)).toBe('$199.99')
    expect(formatCents(20_000)).toBe('$200')
    expect(formatCents(123_456_700)).toBe('$1,234,567')
    expect(formatCents(50)).toBe('$0.50')
  })
})

describe('formatExactCents', () => {
  it('shows cents always', () => {
    expect(formatExactCents(20_000)).toBe('$200.00')
    expect(formatExactCents(-1950)).toBe('-$19.50')
    expect(formatExactCents(0)).toBe('$0.00')
  })
})
