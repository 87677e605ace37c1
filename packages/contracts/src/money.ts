const DOLLARS = /^(\d{1,7})(?:\.(\d{1,2}))?$/

/**
 * Reads an amount of dollars as exact integer cents: digits with at most two decimals, surrounding blanks allowed.
 * Signs, exponents, hexadecimal and thousands separators are not amounts.
 * @returns cents, or null when the text is not an amount
 */
export function parseDollars(text: string): number | null {
  const match = DOLLARS.exec(text.trim())
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

// Made once, for a page shows many prices, and when the first is shown: a phone takes 70 ms for the first formatter.
const formatters: Intl.NumberFormat[] = []

function dollars(minimumFractionDigits: 0 | 2): Intl.NumberFormat {
  const format = { style: 'currency', currency: 'USD', minimumFractionDigits } as const
  formatters[minimumFractionDigits] ??= new Intl.NumberFormat('en-US', format)
  return formatters[minimumFractionDigits]
}

/** Cents as the dollars that a person reads: `19999` is `$199.99`, `20000` is `$200`. */
export function formatCents(cents: number): string {
  return dollars(cents % 100 === 0 ? 0 : 2).format(cents / 100)
}

/** Cents as an account lists them, always to the cent: `20000` is `$200.00`. */
export function formatExactCents(cents: number): string {
  return dollars(2).format(cents / 100)
}

/** Cents as the number of dollars that the REST paths answer. */
export function centsToDollars(cents: number): number {
  return cents / 100
}
