import { describe, expect, it } from 'vitest'
import { PriceCents, PriceText } from './price.ts'

describe('prices', () => {
  it.each([49, 0, -1, 100_000_001, 10.5, Number.NaN, Number.POSITIVE_INFINITY, 2_147_483_648])(
    'refuses %d cents',
    cents => {
      expect(PriceCents.safeParse(cents).success).toBe(false)
    },
  )

  it('accepts the bounds', () => {
    expect(PriceCents.parse(50)).toBe(50)
    expect(PriceCents.parse(99_999_999)).toBe(99_999_999)
  })

  it.each([
    ['', 'Enter a price, such as 249.99'],
    ['abc', 'Enter a price in dollars, such as 249.99'],
    ['0.49', 'Enter a price from $0.50 to $999,999.99'],
    ['1000000', 'Enter a price from $0.50 to $999,999.99'],
  ])('says what is wrong with %j', (text, message) => {
    expect(PriceText.safeParse(text).error?.issues[0]?.message).toBe(message)
  })

  it('turns what a person typed into cents', () => {
    expect(PriceText.parse(' 249.99 ')).toBe(24_999)
  })
})
