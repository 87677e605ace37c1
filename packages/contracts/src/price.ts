import * as z from 'zod/mini'
import { PRICE_MAX_CENTS, PRICE_MIN_CENTS } from './limits.ts'
import { parseDollars } from './money.ts'

const PRICE_RANGE = 'Enter a price from $0.50 to $999,999.99'

/** A price in whole cents, within what the card provider charges and the product allows. */
export const PriceCents = z
  .int(PRICE_RANGE)
  .check(z.minimum(PRICE_MIN_CENTS, PRICE_RANGE), z.maximum(PRICE_MAX_CENTS, PRICE_RANGE))

/** A price as a person types it, in dollars; parsed to cents. */
export const PriceText = z.pipe(
  z.pipe(
    z.string('Enter a price, such as 249.99').check(z.trim(), z.minLength(1, 'Enter a price, such as 249.99')),
    z.transform((text, context) => {
      const cents = parseDollars(text)
      if (cents !== null) return cents
      context.issues.push({ code: 'custom', message: 'Enter a price in dollars, such as 249.99', input: text })
      return z.NEVER
    }),
  ),
  PriceCents,
)
