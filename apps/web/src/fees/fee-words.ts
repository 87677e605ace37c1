import { formatCents } from '@second-ring/contracts/money'

/** A fee in words: `$10`, with what of it is tax when some is. */
export function feeWords(feeCents: number, feeTaxCents: number | null): string {
  const fee = formatCents(feeCents)
  return feeTaxCents ? `${fee} including ${formatCents(feeTaxCents)} tax` : fee
}
